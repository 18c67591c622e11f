import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "./long.ts";

// `npm run new` writes into a copy of the project.

const root = join(import.meta.dirname, "..");
const copy = mkdtempSync(join(tmpdir(), "toolsetc-scaffolds-"));
const read = (path: string) => readFileSync(join(copy, path), "utf8");
const scaffold = (...args: string[]) => spawnSync(process.execPath, ["scripts/new.mjs", ...args], { cwd: copy, encoding: "utf8" });

beforeAll(() => {
  const needed = ["src", "scripts", "package.json", "biome.json", "tsconfig.json", "test/cli/flag-samples.ts"];
  for (const path of isLong ? [...needed, "test", "generated", "toolsets", "docs"] : needed)
    cpSync(join(root, path), join(copy, path), { recursive: true, filter: (each) => !each.includes("node_modules") });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rmSync(copy, { recursive: true }));

describe.each([
  ["rule", ["model/missing-unit"], "src/rules/index.ts", "  missingUnit,\n];"],
  ["target", ["tool-cards"], "src/targets/index.ts", "toolCardsTarget"],
  ["adapter", ["some-sdk", "@some/sdk"], "src/runtime/package.json", '"./compiled/adapters/some-sdk.js"'],
  ["flag", ["dry-run"], "src/cli/compile-flags.ts", "  dryRun: {"],
])("the command npm run new -- %s", (what, args, path, place) => {
  test("writes the files and their entries, and marks with TODO what is left to fill in", () => {
    const { status, stdout, stderr } = scaffold(what, ...args);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const made = [...stdout.matchAll(/^new {6}(.*)$/gm)].map(([, file = ""]) => file);
    expect(made.filter((file) => !read(file).includes("TODO"))).toEqual([]);
    expect(read(path)).toContain(place);
    expect(stdout).toContain("npx vitest run test/placeholders.test.ts");
  });

  test("does not replace an existing file", () => {
    const before = read(path);
    const { status, stderr } = scaffold(what, ...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining("already")]);
    expect(read(path)).toBe(before);
  });
});

test("the files that a scaffold writes compile", { skip: !isLong, timeout: 300_000 }, () => {
  const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/typescript7/bin/tsc"), "-p", "tsconfig.json"], {
    cwd: copy,
    encoding: "utf8",
  });
  // The copy has neither the build nor the packages of other SDKs, which scripts and tests import.
  const written = /^(?:src|test)\/\S*(?:missing-unit|tool-cards|some-sdk|dry-run|flags?|options|command|index)\b/;
  expect(stdout.split("\n").filter((line) => written.test(line))).toEqual([]);
});

test("the command npm run new refuses a name that does not fit and an unknown scaffold, with the usage", () => {
  for (const args of [[], ["command", "x"], ["rule", "missing-unit"], ["target", "Tool Cards"], ["adapter", "x"]]) {
    const { status, stderr } = scaffold(...args);
    expect([status, stderr], args.join(" ")).toEqual([2, expect.stringMatching(/^Usage: npm run new -- /)]);
  }
});
