import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// Over a definition with an unknown field and a document with a status that is none.
const parent = mkdtempSync(join(tmpdir(), "toolsetc-baseline-"));
const folder = join(parent, "project");
afterAll(() => rmSync(parent, { recursive: true }));

const api = (responses: string) =>
  `openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [{ url: https://a.example }]\npaths: { /a: { get: { summary: Get it, responses: { ${responses} } } } }\n`;
const one = '"99": { description: It. }';
const two = `${one}, "98": { description: It. }`;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  put("toolsetc.yaml", "targets: []\n");
  put("shop.yaml", "displayName: shop\nopenApiToolset:\n  openApiSchema: ./api.yaml\n  urll: https://a.example\n");
  put("api.yaml", api(one));
});

test("`validate` passes with old findings that the baseline lists, and fails for a new one", async () => {
  expect(await run("validate")).toMatchObject({ status: 1 });
  const { status, stdout, stderr } = await run("validate", "--baseline", "known.json", "--update-baseline");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "known.json: 2 known findings, 2 added, 0 removed.\n" });
  expect(stdout).toMatch(/\n0 errors, 0 warnings, 2 suppressed in /);
  for (const command of ["validate", "compile"])
    expect((await run(command, "--baseline", "known.json", "--fail-on", "warning")).status).toBe(0);
  put("api.yaml", api(two));
  for (const command of ["validate", "compile"]) {
    const after = await run(command, "--baseline", "known.json", "--fail-on", "warning", "--format", "agent");
    expect(after.status).toBe(1);
    expect(after.stdout).toMatch(/^warning\[invalid-status\] .*"98".*\n$/);
  }
});

test("`validate` names a toolset that could not be read, also if the baseline hides its error", async () => {
  put("shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: ./none.yaml }\n");
  await run("validate", "--baseline", "known.json", "--update-baseline");
  for (const flags of [["--format", "agent"], ["--format", "sarif"], ["--quiet"]]) {
    const { status, stderr } = await run("validate", "--baseline", "known.json", ...flags);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'These toolsets were not compiled, so their other findings are unknown: "shop".\n',
    });
  }
  expect((await run("validate", "--baseline", "known.json")).stdout).toContain("Not compiled: shop.");
});

test("`compile` reads the baseline again when it has changed", async () => {
  mkdirSync(join(folder, "node_modules"));
  put("shop.yaml", "displayName: shop\nopenApiToolset:\n  openApiSchema: ./api.yaml\n");
  await run("validate", "--baseline", "known.json", "--update-baseline");
  const flags = ["compile", "--baseline", "known.json", "--fail-on", "warning"];
  expect((await run(...flags)).status).toBe(0);
  put("known.json", '{ "formatVersion": "1.0", "findings": [] }\n');
  expect((await run(...flags)).status).toBe(1);
});

test("in CI, an update of the baseline removes fixed findings and adds none", async () => {
  put("api.yaml", api(two));
  await run("validate", "--baseline", "known.json", "--update-baseline");
  put("shop.yaml", "displayName: shop\nopenApiToolset:\n  openApiSchema: ./api.yaml\n");
  put("api.yaml", api('"98": { description: It. }, "97": { description: It. }'));
  const { stdout, stderr } = await runIn({ CI: "true" }, "validate", "--baseline", "known.json", "--update-baseline", "--format", "agent");
  expect(stderr).toBe("known.json: 1 known finding, 0 added, 2 removed. In CI, new findings are not added to a baseline.\n");
  expect(stdout).toMatch(/^warning\[invalid-status\] .*"97".*\n$/);
  expect(read("known.json").match(/\\"\d\d\\"/g)).toEqual(['\\"98\\"']);
});

test("an update of the baseline for one toolset keeps the entries of the others", async () => {
  put("other.yaml", "displayName: other\nopenApiToolset: { openApiSchema: ./other-api.yaml }\n");
  put("other-api.yaml", api(one));
  await run("validate", "--baseline", "known.json", "--update-baseline");
  const before = read("known.json");
  const { stderr } = await run("validate", "--toolset", "shop", "--baseline", "known.json", "--update-baseline");
  expect(stderr).toContain("0 added, 0 removed");
  expect(read("known.json")).toBe(before);
});

test.each<[flags: string[], said: string, text?: string]>([
  [["--update-baseline"], "--update-baseline requires --baseline <file>, or"],
  [["--baseline", "none.json"], 'There is no baseline "none.json".'],
  [["--baseline", "."], '--baseline takes the path of a file, but "." is a folder'],
  [["--baseline", "../known.json"], "is outside the project"],
  [["--baseline", "known.json"], '"known.json" is not a baseline', "[]"],
  [["--baseline", "known.json", "--update-baseline"], '"known.json" is not a baseline', '{ "findings": [{}] }'],
  [["--baseline", "known.json"], "has the format 2.0", '{ "formatVersion": "2.0", "findings": [] }'],
])("`validate` refuses the flags %j for a baseline", async (flags, said, text) => {
  if (text !== undefined) put("known.json", text);
  const { status, stderr } = await run("validate", ...flags);
  expect(status).toBe(2);
  expect(stderr).toContain(said);
  expect(existsSync(join(folder, "known.json")) ? read("known.json") : undefined).toBe(text);
});

test("a mistake in the configuration is not written to a baseline", async () => {
  put("toolsetc.yaml", "targets: []\nrulez: {}\n");
  const { status, stderr } = await run("validate", "--baseline", "known.json", "--update-baseline");
  expect(status).toBe(2);
  expect(stderr).toContain("known.json is unchanged.");
  expect(existsSync(join(folder, "known.json"))).toBe(false);
});

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

function run(...args: string[]) {
  return runIn({}, ...args);
}

function runIn(env: { readonly [name: string]: string }, ...args: string[]) {
  return runCommand(args, { cwd: folder, env });
}
