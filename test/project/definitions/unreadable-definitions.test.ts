import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../run-command.ts";
import { loadTexts, type Texts } from "../load-texts.ts";

// A file that cannot be parsed has no member that shows what it defines. Where definitions are expected, it is reported.
const definition = (name: string) =>
  `displayName: ${name}\nclientFunctionToolset: { functions: [{ name: do_${name}, description: Does ${name}. }] }\n`;
const broken = "displayName: [\n";
const config = "targets: [{ target: typescript, out: generated }]\n";

test.each<{ name: string; files: Texts; expected: readonly string[]; rejected: readonly string[] }>([
  { name: "in toolsets/", files: { "toolsets/b.yaml": broken }, expected: ["toolsets/b.yaml syntax-error"], rejected: ["toolset b"] },
  {
    name: "in a folder of toolsets/",
    files: { "toolsets/b/b.json": "{" },
    expected: ["toolsets/b/b.json syntax-error"],
    rejected: ["toolset b"],
  },
  { name: "in tools/", files: { "tools/b.yaml": broken }, expected: ["tools/b.yaml syntax-error"], rejected: ["tool b"] },
  { name: "empty", files: { "toolsets/b.yaml": " \n" }, expected: ["toolsets/b.yaml empty-file"], rejected: ["toolset b"] },
  {
    name: "below the configured folder",
    files: { "toolsetc.yaml": `${config}definitions: agents\n`, "agents/a.yaml": definition("a"), "agents/x/y/b.yaml": broken },
    expected: ["agents/x/y/b.yaml syntax-error"],
    rejected: ["toolset b"],
  },
  {
    name: "beside a definition",
    files: { "agents/a.yaml": definition("a"), "agents/b.yaml": broken },
    expected: ["agents/b.yaml syntax-error"],
    rejected: ["toolset b"],
  },
  {
    name: "that another tool reads",
    files: { "a.yaml": definition("a"), "turbo.json": "{\n  // Its own dialect.\n}\n", ".lint.yaml": broken, "charts/b.yaml": broken },
    expected: [".lint.yaml skipped-file"],
    rejected: [],
  },
  {
    name: "that is a document",
    files: { "toolsets/a.yaml": definition("a"), "toolsets/api.yaml": "# A document.\nopenapi: [\n" },
    expected: ["toolsets/api.yaml skipped-file"],
    rejected: [],
  },
])("a file that cannot be parsed is reported, $name", async ({ files, expected, rejected }) => {
  const loaded = await loadTexts({ "toolsetc.yaml": config, "toolsets/c.yaml": definition("c"), ...files });
  expect(loaded.findings.map(({ code, mark }) => `${mark.file} ${code}`)).toEqual(expected);
  expect(loaded.rejected.map(({ resource, name }) => `${resource} ${name}`)).toEqual(rejected);
});

test("files that cannot be parsed are not reported in folders without a project", async () => {
  const { findings } = await loadTexts({ "tools/deploy.yaml": "{{ template }}\n" });
  expect(findings.map(({ code }) => code)).toEqual(["no-definitions"]);
});

test("`compile` keeps the output of a toolset whose definition cannot be parsed", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-unreadable-")));
  mkdirSync(join(folder, "toolsets"));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  write("toolsetc.yaml", config);
  for (const name of ["a", "b"]) write(`toolsets/${name}.yaml`, definition(name));
  expect(await runCommand(["compile"], { cwd: folder })).toMatchObject({ status: 0 });
  for (const text of [broken, ""]) {
    write("toolsets/b.yaml", text);
    expect(await runCommand(["validate"], { cwd: folder })).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("--> toolsets/b.yaml:"),
    });
    const { status, stdout } = await runCommand(["compile"], { cwd: folder });
    expect(status).toBe(1);
    expect(stdout).toContain("0 removed");
    expect(existsSync(join(folder, "generated/toolsets/b/tools/b.ts"))).toBe(true);
  }
  rmSync(folder, { recursive: true });
});
