import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { filesIn, type Start, toolsetc, toolsetcInTurn } from "../example-project.ts";
import { isLong } from "../long.ts";
import { type CommandResult, runCommand } from "../run-command.ts";

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

type Row = readonly [name: string, starts: readonly Pick<Start, "args" | "stdin">[]];

// Each command starts at least once as it is published.
const rows: readonly Row[] = [
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
];

describe("a command of the source", () => {
  const env = { NO_COLOR: "1" };
  const given = new Map<string, readonly CommandResult[]>();

  // A sample starts all in one process.
  beforeAll(() => {
    const all = rows.map(([name, starts]) => {
      const cwd = projectIn(`${name}-bundle`);
      return { name, starts: starts.map((start) => ({ cwd, ...start })) };
    });
    const starts = all.flatMap((row) => row.starts);
    const results = isLong ? starts.map(({ args, ...run }) => toolsetc(args, { env, ...run })) : toolsetcInTurn(starts, { env });
    for (const row of all)
      given.set(
        row.name,
        results.splice(0, row.starts.length).map(({ status, stdout, stderr }) => ({ status: status ?? -1, stdout, stderr })),
      );
  });

  test.each(rows)("does in the process of the tests what the built program does: %s", async (name, starts) => {
    const [built, source] = [join(folder, `${name}-bundle`, "project"), projectIn(`${name}-source`)];
    for (const [index, { args, stdin = "" }] of starts.entries()) {
      const own = await runCommand(args, { cwd: source, stdin, isWrapped: true });
      const { status, stdout, stderr } = given.get(name)?.[index] ?? {};
      // Some messages name the working directory.
      const said = stderr?.replaceAll(built, source);
      expect({ ...own, stdout: timeless(own.stdout) }, args.join(" ")).toEqual({ status, stdout: timeless(stdout ?? ""), stderr: said });
    }
    expect(filesIn(source)).toEqual(filesIn(built));
  });
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
