import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filesIn, toolsetc } from "../example-project.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-run-")));
afterAll(() => rmSync(folder, { recursive: true }));

for (const name of ["one", "two"]) {
  mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, name, `${name}.yaml`),
    `displayName: ${name}\nclientFunction: { name: ${name}, description: Does ${name}. }\n`,
  );
}

test("commands that run at once in one process have their own folders, streams and exit codes", async () => {
  const before = [process.cwd(), process.exitCode];
  const [one, two, wrong] = await Promise.all([
    runCommand(["list", "--format", "json"], { cwd: join(folder, "one") }),
    runCommand(["list", "--format", "json"], { cwd: join(folder, "two") }),
    runCommand(["validate", "three"], { cwd: folder }),
  ]);
  expect([one, two].map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect([one, two].map(({ stdout }) => JSON.parse(stdout).tools.map(({ name }: { name: string }) => name))).toEqual([["one"], ["two"]]);
  expect(wrong).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(/^error: There is no file or folder "three"\./) });
  expect([process.cwd(), process.exitCode]).toEqual(before);
});

const shop = {
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml, url: https://shop.example }\n",
  "shop.openapi.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1" }
paths:
  /things/{id}:
    get:
      operationId: get_thing
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses: { "200": { description: It. } }
`,
};

interface Start {
  readonly args: readonly string[];
  readonly stdin?: string;
}

// Each command starts at least once as it is published.
test.each<[name: string, starts: readonly Start[]]>([
  ["help", [{ args: ["--help"] }, { args: ["validate", "--help"] }, { args: ["--version"] }]],
  ["mistakes", [{ args: ["lst"] }, { args: ["list", "--tga", "x"] }, { args: ["list", "--env", "x/"] }]],
  ["paths", [{ args: ["validate", ""] }, { args: ["validate", "shop.yaml/"] }, { args: ["list", "shop.yam"] }]],
  ["validate", [{ args: ["validate"] }]],
  ["compile", [{ args: ["compile"] }, { args: ["compile", "--check"] }, { args: ["compile"] }]],
  ["lock", [{ args: ["lock", "--check"] }, { args: ["lock"] }, { args: ["breaking"] }, { args: ["diff"] }]],
  ["list", [{ args: ["list", "--search", "thing"] }]],
  ["export", [{ args: ["export"] }, { args: ["import"] }]],
  ["pull", [{ args: ["pull"] }, { args: ["pull", "shop"] }]],
  ["serve", [{ args: ["serve", "--http", "x"] }]],
  ["lsp", [{ args: ["lsp", "x"] }]],
  ["call", [{ args: ["call", "shop.get_thing", "--dry-run", "--args", "-"], stdin: '{"id":"7"}' }, { args: ["call", "shop.get"] }]],
  ["catalogs", [{ args: ["explain", "unknown-field"] }, { args: ["rules"] }, { args: ["schema", "tool"] }]],
])("a command does in the process of the tests what it does in its own: %s", async (name, starts) => {
  const [built, source] = [projectIn(`${name}-bundle`), projectIn(`${name}-source`)];
  // A sample has the first start of each command: each is a process.
  const tried = starts.filter(({ args: [command] }, index) => isLong || starts.findIndex(({ args }) => args[0] === command) === index);
  for (const { args, stdin = "" } of tried) {
    const { status, stdout, stderr } = toolsetc(args, { cwd: built, env: { NO_COLOR: "1" }, stdin });
    const own = await runCommand(args, { cwd: source, stdin, isWrapped: true });
    // Some messages name the working directory.
    const said = stderr.replaceAll(built, source);
    expect({ ...own, stdout: timeless(own.stdout) }, args.join(" ")).toEqual({ status, stdout: timeless(stdout), stderr: said });
  }
  expect(filesIn(source)).toEqual(filesIn(built));
});

/** A folder for a project, of the same name for all of them: `list` and others print it. */
function projectIn(parent: string): string {
  const project = join(folder, parent, "project");
  mkdirSync(project, { recursive: true });
  for (const [path, text] of Object.entries(shop)) writeFileSync(join(project, path), text);
  return project;
}

function timeless(text: string): string {
  return text.replaceAll(/\d+\.\d\d s\b/g, "…");
}
