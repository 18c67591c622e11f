import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { planScaffold, writeScaffold } from "../scripts/new/write-scaffold.mjs";
import { isLong } from "./long.ts";

// `npm run new` writes into a copy of the project.

const root = join(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), "toolsetc-scaffolds-"));
const read = (path: string) => readFileSync(join(copy, path), "utf8");
const scaffold = (...args: string[]) => writeScaffold(args, copy);

const scaffolds: readonly (readonly [what: string, args: readonly string[], path: string, place: string])[] = [
  ["rule", ["model/missing-unit"], "src/rules/index.ts", "  missingUnit,\n];"],
  ["target", ["tool-cards"], "src/targets/index.ts", "toolCardsTarget"],
  ["adapter", ["some-sdk", "@some/sdk"], "src/runtime/package.json", '"./compiled/adapters/some-sdk.js"'],
  ["flag", ["some-flag"], "src/cli/compile-flags.ts", "  someFlag: {"],
];

beforeAll(() => {
  const changed = scaffolds.flatMap(([what, args]) => planScaffold([what, ...args]).inserts.map(({ path }) => path));
  const needed = ["package.json", "biome.json", "tsconfig.json", ...changed];
  for (const path of isLong ? [...needed, "src", "scripts", "test", "generated", "toolsets", "docs"] : needed)
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (each) => !each.includes("node_modules") });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true }));

describe.each(scaffolds)("the command npm run new -- %s", (what, args, path, place) => {
  test("writes the files and their entries, and marks with TODO what is left to fill in", () => {
    const report = scaffold(what, ...args);
    const made = [...report.matchAll(/^new {6}(.*)$/gm)].map(([, file = ""]) => file);
    expect(made.filter((file) => !read(file).includes("TODO"))).toEqual([]);
    expect(read(path)).toContain(place);
    expect(report).toContain("npx vitest run test/placeholders.test.ts");
  });

  test("does not replace an existing file", () => {
    const before = read(path);
    expect(() => scaffold(what, ...args)).toThrow("already");
    expect(read(path)).toBe(before);
  });
});

test("the page CONTRIBUTING.md has an example of each scaffold, with a name that is not taken", () => {
  const examples = [...readFileSync(join(root, "CONTRIBUTING.md"), "utf8").matchAll(/^npm run new -- ([^#\n]*?) *(?:#|$)/gm)];
  expect(examples.map(([, args = ""]) => args.split(" ")[0])).toEqual(scaffolds.map(([what]) => what));
  for (const [, args = ""] of examples) {
    const taken = Object.keys(planScaffold(args.split(" ")).files).filter((path) => existsSync(join(root, path)));
    expect(taken, args).toEqual([]);
  }
});

test("the files that a scaffold writes compile", { skip: !isLong, timeout: 300_000 }, () => {
  const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript7/bin/tsc"), "-p", "tsconfig.json"], {
    cwd: copy,
    encoding: "utf8",
  });
  // The copy has neither the build nor the packages of other SDKs, which scripts and tests import.
  const written = /^(?:src|test)\/\S*(?:missing-unit|tool-cards|some-sdk|some-flag|flags?|options|command|index)\b/;
  expect(stdout.split("\n").filter((line) => written.test(line))).toEqual([]);
});

test("the command npm run new refuses a name that does not fit and an unknown scaffold, with the usage", () => {
  for (const args of [
    ["command", "x"],
    ["rule", "missing-unit"],
    ["target", "Tool Cards"],
    ["adapter", "x"],
  ])
    expect(() => scaffold(...args), args.join(" ")).toThrow(/^Usage: npm run new -- /);
  const { status, stderr } = spawnSync(process.execPath, ["scripts/new.mjs"], { cwd: root, encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringMatching(/^Usage: npm run new -- /)]);
});
