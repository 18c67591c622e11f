import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compileCommandLine } from "../../src/cli/build/command-line.ts";
import { compileFlags, longFlag } from "../../src/cli/compile-flags.ts";
import { createProgram } from "../../src/cli/program.ts";
import { filesIn } from "../example-project.ts";
import { runCommand } from "../run-command.ts";
import { flagNames, sampleArgs, samples } from "./flag-samples.ts";

const operation = (id: string, tag: string) =>
  `operationId: ${id}, summary: Calls ${id} of the shop., tags: [${tag}], responses: { "200": { description: The ${tag}. } }`;
const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /orders: { get: { ${operation("listOrders", "orders")} } }
  /old: { delete: { ${operation("dropOrders", "orders")} } }
  /users: { get: { ${operation("listUsers", "users")} } }
  /carts: { get: { ${operation("listCarts", "carts")} } }
`;
const inputs = {
  "shop.openapi.yaml": document,
  "dev.json": '{ "toolsets": { "shop": { "openApiToolset": { "url": "https://dev.example" } } } }\n',
  "known.json": '{ "formatVersion": "1.0", "findings": [] }\n',
};
const project = {
  ...inputs,
  "toolsetc.yaml": "",
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./shop.openapi.yaml }\n",
};
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-flags-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(files: Readonly<Record<string, string>>, below = "."): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, below, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const compile = (...args: readonly string[]) => runCommand(["compile", ...args], { cwd: folder });

test("the table of compile's flags has the flags that the command line takes, with their short forms", () => {
  const options = createProgram().commands.find((command) => command.name() === "compile")?.options ?? [];
  const taken = options.map((option) => [option.attributeName(), option.long, option.short]);
  const table = Object.entries(compileFlags).map(([name, flag]) => [name, longFlag(name), "short" in flag ? flag.short : undefined]);
  expect(new Map(table.map((row) => [row[0], row]))).toEqual(new Map(taken.map((row) => [row[0], row])));
});

describe("the command that `compile --check` suggests", () => {
  test.each(flagNames.filter((name) => !["watch", "save", "check"].includes(name)))(
    "writes the output that a check with the flag %s compares",
    async (name) => {
      put(project);
      const args = sampleArgs(name);
      const checked = await compile(...args, "--check");
      expect(checked.status).toBe(1);
      const [, suggested = ""] = /Run `toolsetc (.*)`, and commit the/.exec(checked.stdout + checked.stderr) ?? [];
      const words = [...suggested.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
      expect(words).toEqual(["compile", ...(compileFlags[name].repeated ? args : [])]);
      expect(await runCommand(words, { cwd: folder })).toMatchObject({ status: 0 });
      expect(await compile(...args, "--check")).toMatchObject({ status: 0 });
    },
  );

  test("has the path first, and only flags that affect the output", () => {
    const values = { format: "json", check: true, toolset: ["a", "b"], quiet: true, maxWarnings: 1, profile: "ces", force: true } as const;
    expect(compileCommandLine("tools", values)).toBe("toolsetc compile tools --toolset a --toolset b --force --profile ces");
  });
});

test("`ci` suggests a `compile` command with the same --allow-root", async () => {
  put(project);
  const { stdout } = await runCommand(["ci", "--allow-root", "."], { cwd: folder });
  expect(stdout).toContain("no output is checked in; `toolsetc compile --allow-root .` writes it");
});

describe("`compile --save`", () => {
  // A run with --watch does not end.
  const others = flagNames.filter((name) => name !== "watch" && name !== "save" && name !== "openapi");
  const refused = others.filter((name) => typeof compileFlags[name].saved === "object");
  test.each(refused)("refuses the flag %s, and writes nothing", async (name) => {
    put(inputs);
    const { status, stderr } = await compile(...samples.openapi, ...samples[name], "--save");
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(samples[name][0] ?? "") });
    expect(filesIn(folder)).toEqual(inputs);
  });

  test.each(others.filter((name) => !refused.includes(name)))(
    "makes a later `compile` without the flag %s write the same output",
    async (name) => {
      put(inputs);
      expect((await compile(...samples.openapi, ...samples[name], "--save")).status).toBe(0);
      const before = filesIn(folder);
      expect(Object.keys(before)).toContain("toolsetc.yaml");
      const config = before["toolsetc.yaml"] ?? "";
      const out = name === "out" ? "other files" : "generated";
      expect(existsSync(join(folder, out))).toBe(true);
      rmSync(join(folder, out), { recursive: true });
      expect((await compile(...(compileFlags[name].saved === "written" ? [] : samples[name]))).status).toBe(0);
      expect(withoutReport(filesIn(folder))).toEqual(withoutReport(before));
      // What is saved is in the configuration: without the flag, it is another one.
      rmSync(join(folder, "toolsetc.yaml"));
      rmSync(join(folder, "toolsets"), { recursive: true });
      await compile(...samples.openapi, "--save");
      expect(filesIn(folder)["toolsetc.yaml"] === config).toBe(compileFlags[name].saved !== "written");
    },
  );
});

/** The report has the time, or the numbers of unchanged files, of its run. */
function withoutReport({ "report.json": _report, ...files }: Record<string, string>): Record<string, string> {
  return files;
}

describe("`compile` on a folder of two projects", () => {
  // `watch.test.ts` has the run with --watch, which does not end.
  test.each(flagNames.filter((name) => name !== "watch"))("accepts or refuses the flag %s as the table of flags says", async (name) => {
    put(inputs);
    for (const each of ["a", "b"]) put(project, `projects/${each}`);
    const { severalProjects } = compileFlags[name];
    const { status, stdout, stderr } = await compile("projects", ...samples[name]);
    const isOf = (each: string) => `${stdout}${stderr}`.includes(`projects/${each}`);
    if (severalProjects === "each") expect([isOf("a"), isOf("b")]).toEqual([true, true]);
    else if (severalProjects === "input")
      expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Omit the path "projects"') });
    else expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(`contains 2 projects, but ${longFlag(name)}`) });
  });
});
