import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";
import { type Chain, projectWith } from "./chains.ts";

// Every command that reads tools, over chains of schemas that are longer than the stack of any recursive function.

const length = 3_000;
const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** How each command is tried. `undefined`: it reads no schemas, or ends only when it is ended. */
const tried: { readonly [command: string]: readonly (readonly string[])[] | undefined } = {
  init: undefined,
  validate: [["validate"], ["validate", "--target", "mcp"]],
  compile: [["compile"], ["compile", "--check"]],
  fmt: [["fmt", "--check"]],
  list: [["list"], ["list", "--search", "send it"]],
  show: [
    ["show", "chain.send"],
    ["show", "chain.send", "--format", "json"],
  ],
  score: [["score"]],
  catalog: [["catalog", "-o", "catalog.html"]],
  explain: undefined,
  call: [["call", "chain.send", "--dry-run", "--input", "{}"]],
  serve: [["serve", "--discover"], ["serve"]],
  login: undefined,
  logout: undefined,
  ci: [["ci"]],
  lock: [["lock"]],
  breaking: [["breaking"]],
  diff: [["diff"]],
  pull: undefined,
  export: [["export", "--dry-run"]],
  import: undefined,
  lsp: undefined,
  schema: undefined,
  inputs: [["inputs"]],
  completion: undefined,
  rules: undefined,
};

test("each command is tested here with deep schemas, or reads no schemas", () => {
  expect(
    createProgram()
      .commands.map((command) => command.name())
      .filter((name) => name !== "help"),
  ).toEqual(Object.keys(tried));
});

/** By default, the chain that most commands read in full; the stages and targets are tried with all others by `targets.test.ts`. */
const chains: readonly Chain[] = [
  { link: "property", form: "openapi 3.1", side: "input", length },
  { link: "property", form: "mcp", side: "output", length, isCycle: true },
  { link: "items", form: "client", side: "input", length },
  { link: "allOf", form: "openapi 3.0", side: "input", length },
];

test.each(isLong ? chains : chains.slice(0, 1))(
  "a chain of schemas by $link in the $side of $form is no bug in any command",
  { timeout: 300_000 },
  async (chain) => {
    const folder = mkdtempSync(join(tmpdir(), "toolsetc-deep-"));
    folders.push(folder);
    mkdirSync(join(folder, ".git"));
    for (const [path, text] of Object.entries(projectWith(chain))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const failed: string[] = [];
    const attempt = async (args: readonly string[]) => {
      const { status, stderr } = await runCommand(args, { cwd: folder });
      if (status > 3) failed.push(`${args.join(" ")}: ${status}\n${stderr.slice(0, 600)}`);
    };
    await attempt(["compile"]);
    await attempt(["lock"]);
    for (const args of Object.values(tried).flatMap((forms) => (isLong ? forms : forms?.slice(-1)) ?? []))
      if (isLong || !["compile", "lock", "breaking"].includes(args[0]!)) await attempt(args);
    // The last schema of the chain changes, and one near its start.
    for (const path of Object.keys(projectWith(chain)).filter((each) => each.startsWith("chain.") || each.startsWith("snapshots/"))) {
      const text = readFileSync(join(folder, path), "utf8");
      writeFileSync(
        join(folder, path),
        text.replace('"end":{', '"added":{"description":"New."},"end":{').replace('"S5":{', '"S5":{"description":"New.",'),
      );
    }
    // All three compare contracts.
    for (const args of isLong ? [["breaking"], ["diff"], ["ci"]] : [["breaking"]]) await attempt(args);
    expect(failed).toEqual([]);
  },
);
