import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

const root = mkdtempSync(join(tmpdir(), "toolsetc-monorepo-"));
afterAll(() => rmSync(root, { recursive: true }));

const document = (name: string) =>
  `openapi: 3.0.3\ninfo: { title: ${name}, version: "1" }\nservers: [{ url: https://example.com }]\npaths: { /a: { get: { operationId: get_it, summary: Get the thing, description: Gets the thing of ${name} that was asked for., responses: { "204": { description: It. } } } } }\n`;
const definition = (name: string, api: string) => `displayName: ${name}\nopenApiToolset: { openApiSchema: ../../apis/${api}.yaml }\n`;
const config = "root: ../..\ndefinitions: .\nextends: ../../base.toolsetc.yaml\n";

/** Two packages, each a project of its own, whose definitions refer to documents of the repository. */
const repository = {
  "base.toolsetc.yaml":
    "rules: { description-too-short: error }\noverrides: { other: { exclude: [x] } }\ntargets: [{ target: mcp, out: tools }]\n",
  "apis/orders.yaml": document("orders"),
  "apis/stock.yaml": document("stock"),
  "packages/a/toolsetc.yaml": config,
  "packages/a/a.yaml": definition("a", "orders"),
  "packages/b/toolsetc.yaml": config,
  "packages/b/b.yaml": definition("b", "stock"),
};

beforeEach(() => {
  rmSync(root, { recursive: true });
  mkdirSync(join(root, ".git"), { recursive: true });
  write(repository);
});

function write(files: { readonly [path: string]: string }): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const run = (folder: string, ...args: string[]) => runCommand(args, { cwd: join(root, folder) });

describe("a package of a repository", () => {
  test("refers to documents elsewhere in it, and reads nothing of the other packages", async () => {
    const { stdout, status } = await run("packages/a", "compile");
    expect({ stdout, status }).toMatchObject({ status: 0 });
    expect(readdirSync(join(root, "packages/a/tools"))).toContain("a.tools.json");
    const { stdout: inputs } = await run("packages/a", "inputs");
    expect(inputs.trim().split("\n")).toEqual(["../../apis/orders.yaml", "../../base.toolsetc.yaml", "a.yaml", "toolsetc.yaml"]);
  });

  test("has the settings of the configuration that it extends, and its own settings replace them", async () => {
    write({
      "apis/orders.yaml": document("orders")
        .replace("Gets the thing of orders that was asked for.", "It.")
        .replace("summary: Get the thing, ", ""),
    });
    expect((await run("packages/a", "validate")).stdout).toContain("error[description-too-short]");
    write({ "packages/a/toolsetc.yaml": `${config}rules: { description-too-short: "off" }\n` });
    const { stdout, status } = await run("packages/a", "validate");
    expect(stdout).not.toContain("description-too-short");
    expect(status).toBe(0);
  });

  test("is not told that an extended setting is about other toolsets, but that its own setting is", async () => {
    expect((await run("packages/a", "validate", "--format", "json")).stdout).not.toContain('"other\\"');
    write({ "packages/a/toolsetc.yaml": `${config}overrides: { nobody: { exclude: [x] } }\n` });
    expect((await run("packages/a", "validate")).stdout).toContain("nobody");
  });

  test.each([
    ["that is not there", "extends: ./gone.yaml\n", "file-not-found"],
    ["above the repository", "extends: ../../../base.toolsetc.yaml\n", "outside-project"],
    ["that is a circle", "extends: ./toolsetc.yaml\n", "circular-extends"],
  ])("reports the place where it extends a file %s", async (_name, text, code) => {
    write({ "packages/a/toolsetc.yaml": text });
    const { stdout, status } = await run("packages/a", "validate");
    expect(stdout).toContain(`[${code}]`);
    expect(stdout).toContain("toolsetc.yaml:1:10");
    expect(status).not.toBe(0);
  });

  test("reports the place that names a folder of definitions outside of the root", async () => {
    write({ "packages/a/toolsetc.yaml": "definitions: ../b\n" });
    const { stdout } = await run("packages/a", "validate");
    expect(stdout).toContain("[outside-project]");
    expect(stdout).toContain("toolsetc.yaml:1:14");
  });
});

describe("a command in a folder without a project", () => {
  test.each(["validate", "compile", "lock", "list", "score", "diff --against packages/a"])(
    "runs `%s` in every project below it",
    async (command) => {
      const { stdout, status } = await run(".", ...command.split(" "));
      expect(status).toBe(0);
      const counts = command === "validate" || command === "compile" ? ": 0 errors, 0 warnings" : "";
      expect(stdout).toMatch(new RegExp(`^packages/a\n[^]*^packages/b\n[^]*^2 projects${counts}\n$`, "m"));
    },
  );

  test("exits with the highest exit code of the projects, and names those with findings", async () => {
    write({ "packages/a/a.yaml": "displayName: a\nopenApiToolset: { openApiSchema: ./gone.yaml }\n" });
    const { stdout, status } = await run(".", "validate");
    expect(status).toBe(1);
    expect(stdout).toMatch(/\n2 projects: 1 error, 0 warnings; with findings or errors: packages\/a\n$/);
    expect((await run("packages", "compile", "--check")).stdout).toMatch(/with findings or errors: a, b\n$/);
  });

  test.each([["validate"], ["compile"], ["list"], ["score"], ["lock"], ["breaking"], ["diff"], ["catalog"]])(
    "runs `%s --toolset` in the projects that have one of the toolsets",
    async (command) => {
      expect(await run(".", "lock")).toMatchObject({ status: 0 });
      write({ "packages/c/toolsetc.yaml": config, "packages/c/c.yaml": definition("c", "orders") });
      expect(await run("packages/c", "lock")).toMatchObject({ status: 0 });
      const { status, stdout, stderr } = await run(".", command, "--toolset", "b,c");
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      if (command === "catalog") expect(stdout).toContain("2 tools of 2 projects");
      else expect(stdout).toMatch(/^packages\/b\n.*^packages\/c\n.*^2 projects(?:: 0 errors, 0 warnings)?\n$/ms);
      expect(stdout).not.toContain("packages/a");
    },
  );

  test("prints one line of `ci` for a project that passes with nothing to show, and all checks of another", async () => {
    for (const command of ["compile", "lock"]) expect(await run(".", command)).toMatchObject({ status: 0 });
    write({ "apis/stock.yaml": document("stock").replace("get_it", "get_other") });
    const { status, stdout } = await run(".", "ci");
    expect(stdout).toMatch(/^packages\/a\nAll checks passed, with nothing new, in .* s\n\npackages\/b\n/);
    expect(stdout).toMatch(/^lock --check +failed/m);
    expect(status).toBe(1);
  });

  test("refuses a toolset that no project has, and suggests one of any project", async () => {
    expect(await run(".", "validate", "--toolset", "b,stocks")).toMatchObject({
      status: 2,
      stdout: "",
      stderr: 'error: None of the 2 projects has a toolset or tool "stocks". Available: "a", "b".\n',
    });
  });

  test("takes a project inside of another as its part, and a folder in a project as that project", async () => {
    write({ "packages/a/inner/toolsetc.yaml": "naming: operation\n" });
    expect((await run(".", "validate")).stdout).toMatch(/\n2 projects: 0 errors, 0 warnings\n$/);
    expect((await run("packages/a", "validate")).stdout).not.toContain("projects");
  });

  test.each([["lock"], ["list"], ["score"]])("prints as JSON of `%s` the output of each project", async (command) => {
    const projects = ["packages/a", "packages/b"].map((project) => expect.objectContaining({ project, exitCode: 0 }));
    const { status, stdout } = await run(".", command, "--format", "json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ formatVersion: "1.0", projects });
  });

  test("writes one report of `breaking` for all projects, and accepts changes in one of them", async () => {
    expect(await run(".", "lock")).toMatchObject({ status: 0 });
    write({ "apis/stock.yaml": document("stock").replace("get_it", "get_other") });
    const { status } = await run(".", "breaking", "--report", "json=changes.json");
    expect(status).toBe(1);
    const report = JSON.parse(readFileSync(join(root, "changes.json"), "utf8"));
    expect(report.diagnostics.map(({ code, file }: { code: string; file: string }) => `${file}: ${code}`)).toContain(
      "apis/stock.yaml: renamed-tool",
    );
    expect(report.projects).toMatchObject([
      { project: "packages/a", exitCode: 0 },
      { project: "packages/b", exitCode: 1 },
    ]);
    const accepted = await run(".", "breaking", "--accept", "0123456789abcdef", "--reason", "wanted");
    expect(accepted).toMatchObject({ status: 2, stderr: expect.stringContaining('Name a project, such as "packages/a".') });
  });

  test("says for a folder of a project without definitions where they are", async () => {
    write({ "packages/a/src/notes.md": "mine" });
    const { stdout, stderr } = await run("packages/a/src", "validate");
    expect(stdout + stderr).toContain('The project has definitions elsewhere: "packages/a/a.yaml".');
  });

  test("refuses `compile --out`, since projects would remove the output of each other", async () => {
    const { stderr, status } = await run(".", "compile", "--out", "generated");
    expect(status).toBe(2);
    expect(stderr).toContain("--out is the output folder of one project");
  });

  test("takes the folder as one of definitions if there is no project below it", async () => {
    for (const name of ["a", "b"]) rmSync(join(root, `packages/${name}/toolsetc.yaml`));
    const { stdout, status } = await run(".", "compile", "--out", "generated");
    expect(status).toBe(0);
    expect(stdout).not.toContain("projects");
    expect(readFileSync(join(root, "generated/index.ts"), "utf8")).toContain("toolsets/b");
  });
});
