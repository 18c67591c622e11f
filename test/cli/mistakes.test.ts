import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// What people type when they mean something else: it is said what is wrong, nothing is written, and it is no bug.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-mistakes-"));
const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /it: { get: { operationId: get_it, tags: [items], responses: { "200": { description: It. } } } }
`;

beforeAll(() => {
  mkdirSync(join(folder, "project"));
  const files = {
    "shop.openapi.yaml": document,
    "prod.json": "{}",
    "project/shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n",
    "project/shop.openapi.yaml": document,
    "project/refused.yaml": "displayName: refused\nopenApiToolset: {}\n",
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
});

afterAll(() => rmSync(folder, { recursive: true }));

const call = ["call", "shop.get_it", "--project", "project"];

test.each([
  [["validate", "projct"], 'There is no file or folder "projct". Did you mean "project"?'],
  [["validate", "project/shp.yaml"], 'There is no file or folder "project/shp.yaml". Did you mean "project/shop.yaml"?'],
  [["validate", "prod.json/x"], 'There is no file or folder "prod.json/x": "prod.json" is not a folder.'],
  [["serve", "prod.json/x"], '"prod.json" is not a folder.'],
  [["compile", `a${"b".repeat(300)}`], "leads to no file or folder (ENAMETOOLONG)"],
  [["compile", "--openapi", "shop.openapi.yml"], 'There is no file "shop.openapi.yml". Did you mean "shop.openapi.yaml"?'],
  [["compile", "--openapi", "shop.openapi.yaml", "project"], 'Omit "project" or --openapi.'],
  [[...call, "--openapi", "shop.openapi.yaml"], 'Omit "project" or --openapi.'],
  [["list", "project", "--tag", "item"], 'There is no tag "item". Did you mean "items"?'],
  [["list", "project", "--tag", "zebra"], 'There is no tag "zebra". There is "items".'],
  [["export", "--to", "project", "project"], '--to takes the environment file to write, not "project".'],
  [["export", "--to", "x.json", "project"], '"x.json" is outside the project'],
  [["export", "--env", "prd.json", "project"], 'There is no file "prd.json". Did you mean "prod.json"?'],
  [["import", "--env", "./project", "project"], '--env: "./project" is a folder.'],
  [["import", "--env", "prod.json", "project"], '"prod.json" is outside the project'],
  [
    ["pull", "https://me:hunter2@h:99999/mcp", "--project", "project"],
    'pull takes an address such as https://api.example.com, not "https://***@h',
  ],
  [["pull", "ftp://me:hunt/er2@h", "--project", "project"], 'not "ftp://***@h".'],
  [[...call, "--base-url", "me:hunt@er2@shop.example"], 'not "***@shop.example".'],
  [["pull", "https://", "--project", "project"], 'pull takes an address such as https://api.example.com, not "https://".'],
  [
    ["pull", "shop", "--base-url", "shop", "--project", "project"],
    '--base-url takes an address such as https://api.example.com, not "shop"',
  ],
  [[...call, "--base-url", "shop.example"], '--base-url takes an address such as https://api.example.com, not "shop.example"'],
  [[...call, "--args", "prod.json"], "To read the file, write @prod.json."],
  [[...call, "--args", "@project"], 'the file "project" cannot be read (EISDIR)'],
  [[...call, "--env", "prod"], 'There is no environment or environment file "prod".'],
  [[...call, "--var", "user"], "--var does not name an environment variable."],
  [["serve", "project", "--env", "prod"], 'There is no environment or environment file "prod".'],
  [["serve", "project", "--set", "x=1"], 'There is no "x".'],
  [["serve", "project", "--host", "0.0.0.0"], "--host requires --http."],
  [["serve", "project", "--base-url", "shop"], "--base-url takes an address"],
  [["explain", "zebra"], "A finding has its code in brackets"],
  [["schema", "tolset"], 'There is no schema "tolset". Did you mean "toolset"?'],
])("%j", async (args, message) => {
  const before = readdirSync(folder, { recursive: true });
  const { status, stdout, stderr } = await run(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/bug of toolsetc|hunt|er2/);
  expect(readdirSync(folder, { recursive: true })).toEqual(before);
});

test("pull of one toolset says nothing of others", async () => {
  const { status, stderr } = await run(["pull", "shop", "--project", "project"]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('Nothing can be pulled for "shop".') });
  expect(stderr).not.toContain("refused.yaml");
  expect((await run(["pull", "refused", "--project", "project"])).stderr).toContain("refused.yaml");
});

test("list says in a line what is missing of a project", async () => {
  const { status, stdout, stderr } = await run(["list", "project"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^get_it /m);
  expect(stderr).toBe('Toolset "refused" is omitted: 1 error.\n`toolsetc validate project` shows them.\n');
});

test("list says of how many tools it shows some", async () => {
  const { stdout } = await run(["list", "--openapi", "shop.openapi.yaml", "--search", "zebra"]);
  expect(stdout).toMatch(/^0 of 1 tool, 0 bytes of declarations/);
});

test("list leaves out columns without a cell", async () => {
  writeFileSync(
    join(folder, "show.yaml"),
    "displayName: own\nclientFunctionToolset: { functions: [{ name: show, description: Show it. }] }\n",
  );
  expect((await run(["list", "show.yaml"])).stdout).toMatch(/^id +bytes( +title)?\nshow +\d+/);
  rmSync(join(folder, "show.yaml"));
});

test.each([
  [["project"], 1],
  [["."], 1],
  [["--openapi", "shop.openapi.yaml", "--include", "tag:zebra"], 2],
  [["--openapi", "shop.openapi.yaml", "--exclude", "*"], 1],
] as const)("compile %j, which gives nothing, leaves the output as it is", async (args, status) => {
  const empty = mkdtempSync(join(tmpdir(), "toolsetc-nothing-"));
  cpSync(join(folder, "shop.openapi.yaml"), join(empty, "shop.openapi.yaml"));
  mkdirSync(join(empty, "project"));
  cpSync(join(folder, "shop.openapi.yaml"), join(empty, "project/shop.openapi.yaml"));
  const compileIn = (given: readonly string[]) => runCommand(["compile", ...given], { cwd: empty });
  await compileIn(args);
  expect(readdirSync(empty)).not.toContain("generated");
  expect((await compileIn(["--openapi", "shop.openapi.yaml"])).status).toBe(0);
  const before = readdirSync(empty, { recursive: true });
  const { status: exitCode, stdout } = await compileIn(args);
  expect({ exitCode, said: stdout.includes("Nothing was written.") }).toEqual({ exitCode: status, said: true });
  expect((await compileIn([...args, "--check"])).stdout).not.toContain("The output is out of date");
  expect(readdirSync(empty, { recursive: true })).toEqual(before);
  rmSync(empty, { recursive: true });
});

test("two toolsets of one name are said once", async () => {
  for (const name of ["one", "two"]) {
    const definition = "displayName: same\nclientFunctionToolset: { functions: [{ name: show }] }\n";
    writeFileSync(join(folder, "project", `${name}.yaml`), definition);
  }
  expect((await run(["list", "project"])).stderr.match(/"same"/g)).toEqual(['"same"']);
  for (const name of ["one", "two"]) rmSync(join(folder, "project", `${name}.yaml`));
});

function run(args: readonly string[]) {
  return runCommand(args, { cwd: folder });
}
