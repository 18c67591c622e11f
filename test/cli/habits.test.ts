import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// What people type who know other tools.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-habits-")));
mkdirSync(join(folder, ".git"));
afterAll(() => rmSync(folder, { recursive: true }));

const box = {
  info: { title: "Box", version: "1", description: 'Like {"swagger": "2.0"}.' },
  openapi: "3.0.3",
  servers: [{ url: "https://box.example" }],
  paths: {
    "/a": { get: { operationId: "get_a", tags: ["one"], responses: { 204: { description: "It." } } } },
    "/b": { get: { operationId: "get_b", tags: ["two"], responses: { 204: { description: "It." } } } },
    "/c/{x},{y}": {
      parameters: ["x", "y"].map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
      get: { operationId: "get_c", responses: { 204: { description: "It." } } },
    },
  },
};
const files = {
  "box.json": JSON.stringify(box),
  "box.yaml": `# A box\n\ninfo: {title: Box, version: "1"}\n"openapi": 3.0.3\nservers: [{url: "https://box.example"}]\npaths: {/a: {get: {operationId: get_a, responses: {"204": {description: It.}}}}}\n`,
  "tool.yaml":
    'displayName: tool\nopenApiToolset:\n  openApiSchema: |\n    openapi: 3.0.3\n    info: { title: Inner, version: "1" }\n    servers: [{ url: https://inner.example }]\n    paths: { /inner: { get: { operationId: inner, responses: { "204": { description: It. } } } } }\n',
};
for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);

test.each(["box.json", "box.yaml"])("the path %s of an OpenAPI document means the same as with --openapi", async (path) => {
  for (const command of ["validate", "list", "inputs"]) {
    const given = await run(command, path, "--format", "json");
    expect(given).toMatchObject({ status: 0, stderr: "" });
    expect(given).toEqual(await run(command, "--openapi", path, "--format", "json"));
  }
  expect(await run("compile", path, "-o", "out", "-q")).toMatchObject({ status: 0, stdout: "" });
  expect(await run("compile", "-i", path, "-o", "out", "--check")).toMatchObject({ status: 0 });
  const pages = await Promise.all([["page.html", path] as const, ["flag.html", "--openapi", path] as const].map(catalogueOf));
  expect(pages[0]).toContain("get_a");
  expect(pages[0]).toBe(pages[1]);
});

test("a path to a definition that contains a document is read as a definition", async () => {
  expect(namesIn(await run("list", "tool.yaml", "--format", "json"))).toEqual(["inner"]);
});

test.each([
  [
    ["--include", "get_a,get_b"],
    ["get_a", "get_b"],
  ],
  [
    ["--include", "tag:one,tag:two"],
    ["get_a", "get_b"],
  ],
  [
    ["--include", "get_a", "--include", "get_b"],
    ["get_a", "get_b"],
  ],
  [["--include", "GET /c/{x},{y}"], ["get_c"]],
  [["--exclude", "get_a,tag:two"], ["get_c"]],
])("flags as other tools have them select operations: %j selects %j", async (flags, names) => {
  const { stdout, stderr } = await run("validate", "box.json", "--format", "json", "--target", "openai", ...flags);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout).summary).toMatchObject({ tools: names.length });
  const compiled = await run("compile", "box.json", "--out", `out-${flags.join().replace(/\W/g, "_")}`, ...flags);
  expect(compiled).toMatchObject({ status: 0 });
  expect(compiled.stdout).toMatch(new RegExp(`^box +openapi +3 +${names.length} +${3 - names.length} `, "m"));
});

test.each([
  [["generate"], 'there is no command "generate"; toolsetc compile does this'],
  [["gen", "box.json"], 'there is no command "gen"; toolsetc compile does this'],
  [["build"], 'there is no command "build"; toolsetc compile does this'],
  [["bundle"], 'there is no command "bundle"; toolsetc compile does this'],
  [["lint"], 'there is no command "lint"; toolsetc validate does this'],
  [["check"], 'there is no command "check"; toolsetc validate does this'],
  [["format"], 'there is no command "format"; toolsetc fmt does this'],
  [["ls"], 'there is no command "ls"; toolsetc list does this'],
  [["inspect", "a.b"], 'there is no command "inspect"; toolsetc show does this'],
  [["run", "a.b"], 'there is no command "run"; toolsetc call does this'],
  [["mcp"], 'there is no command "mcp"; toolsetc serve does this'],
  [["fetch"], 'there is no command "fetch"; toolsetc pull does this'],
  [["box.json"], '"box.json" is not a command; toolsetc compile box.json compiles a file or a folder'],
  [["compile", "--output", "x"], "there is no flag --output; toolsetc compile has the flag --out"],
  [["compile", "--output=x"], "there is no flag --output; toolsetc compile has the flag --out"],
  [["compile", "--input", "box.json"], "there is no flag --input; toolsetc compile has the flag --openapi"],
  [["validate", "--spec", "box.json"], "there is no flag --spec; toolsetc validate has the flag --openapi"],
  [["compile", "--dry-run"], "there is no flag --dry-run; toolsetc compile has the flag --check"],
  [["compile", "--config", "x.yaml"], "there is no flag --config; toolsetc finds toolsetc.yaml at the path or in a folder above"],
  [["call", "a.b", "--data", "{}"], "there is no flag --data; toolsetc call has the flag --args"],
  [["serve", "--port", "80"], "there is no flag --port; toolsetc serve has the flag --http"],
  [["valdate"], 'there is no command "valdate". Did you mean validate?'],
  [
    ["call", "a.b", "--path", "x"],
    "unknown option '--path'\n(Did you mean --auth?)\nArguments of the tool are given without dashes: path=<value>",
  ],
  [["call", "a.b", "--order-id=7"], "unknown option '--order-id=7'\nArguments of the tool are given without dashes: order-id=<value>"],
  [["compile", "--opnapi", "x"], "unknown option '--opnapi'\n(Did you mean --openapi?)"],
])("a flag or command of another tool is refused with our name for it: %j", async (args, message) => {
  const { status, stdout, stderr } = await run(...args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(`error: ${message}\n`);
});

async function catalogueOf([out, ...source]: readonly [string, ...string[]]): Promise<string> {
  expect(await run("catalog", ...source, "-o", out)).toMatchObject({ status: 0, stderr: "" });
  return readFileSync(join(folder, out), "utf8");
}

function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

function namesIn({ stdout }: { readonly stdout: string }): string[] {
  return JSON.parse(stdout).tools.map(({ id }: { id: string }) => id);
}
