import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { createPatternChecker } from "../../src/schema/patterns/pattern.ts";
import { corpusFiles, hasCorpus } from "../corpus/corpus.ts";
import { isLong } from "../long.ts";

// The engine in JavaScript, without the clock and the fuzzing of the others: equal patterns have equal results.
const { checkSync }: typeof import("recheck") = createRequire(import.meta.url)("recheck/lib/browser.js");
const checkPattern = createPatternChecker();

/** Patterns that are not run here although recheck finds them fast enough, with the reason. */
const stricter: ReadonlyMap<string, string> = new Map([
  ["^(?:x?){2,}y$", "Any of the iterations may be empty. In JavaScript only the first two, which recheck takes into account."],
  ["^(a?){30}a{30}$", "The number of ways is finite, which recheck counts as safe. It is 2^30."],
  ["^(\\p{L}|\\p{N})+$", "Which characters have a Unicode property is not known here, so that any two may overlap."],
  ["^(?:\\p{Lu}\\p{Ll}*)+$", "The same."],
]);

/** Patterns of documents for which recheck takes milliseconds: it needs seconds for longer ones, and for those that may begin anywhere. */
function documentPatterns(): string[] {
  const scalar = /"pattern": ?("(?:[^"\\\n]|\\.)*")|^\s*pattern: ("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^"'>|[{&*!%@`\s].*)$/gm;
  const patterns = corpusFiles(["openapi"], /\.(?:json|ya?ml)$/).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(scalar)].map(([, json, yaml = ""]) => load(json ?? yaml)),
  );
  return patterns.filter((each): each is string => typeof each === "string" && each.startsWith("^") && each.length <= 60);
}

/** What recheck and the compiler disagree on. */
function disagreements(patterns: readonly string[]): { readonly missed: string[]; readonly refused: string[] } {
  const missed: string[] = [];
  const refused: string[] = [];
  for (const pattern of new Set(patterns)) {
    const own = checkPattern(pattern);
    if (own.kind === "invalid") continue;
    const result = checkSync(own.pattern, "u", { checker: "automaton", timeout: null });
    if (result.status === "unknown") continue; // Lookarounds and references to groups.
    const isSlow = result.status === "vulnerable" && (result.complexity.type === "exponential" || result.complexity.degree > 2);
    if (isSlow && own.kind === "safe") missed.push(pattern);
    if (!isSlow && own.kind === "slow") refused.push(pattern);
  }
  return { missed, refused };
}

describe("the tool `recheck` finds no slow pattern among those that the library runs", () => {
  const own = readFileSync(join(import.meta.dirname, "patterns.txt"), "utf8")
    .trim()
    .split("\n");

  test("of the test's list, in which the exceptions are explained", () => {
    const tried = own.filter((pattern, index) => isLong || stricter.has(pattern) || index % 3 === 0);
    const { missed, refused } = disagreements(tried);
    expect(missed).toEqual([]);
    expect(refused.sort()).toEqual([...stricter.keys()].sort());
  });

  test.skipIf(!hasCorpus)("of real documents", () => {
    const patterns = documentPatterns();
    expect(patterns.length).toBeGreaterThan(0);
    expect(disagreements(patterns)).toEqual({ missed: [], refused: [] });
  });
});
