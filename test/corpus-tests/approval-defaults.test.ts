import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { analyze } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import type { Tool } from "../../src/ir/ir.ts";
import { describesLoss } from "../../src/ir/names-loss.ts";
import { optionsOf } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

/**
 * All operations of the corpus other than DELETE that ask for approval by default. A person read each of them: `loss` if a call deletes,
 * removes, revokes or cancels something, else `nothing`. A document with a new or a lost row must be read again.
 */
const rows = readFileSync(join(import.meta.dirname, "asking-operations.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));
const documents = [...new Set(rows.map(([document = ""]) => document))];

test("of the operations that need approval by default, at most one in twenty deletes or cancels nothing", () => {
  const harmless = rows.filter(([, , effect]) => effect === "nothing");
  expect(harmless.length / rows.length).toBeLessThanOrEqual(0.05);
});

describe.skipIf(!hasCorpus)("by default, approval is required", () => {
  /** Operations whose summary alone says it. The rule `unapproved-deletion` reports them. */
  const bySummary = new Map<string, Tool>();

  test.each(documents)(
    "for the operations of %s that were labelled as deleting or cancelling something",
    { timeout: 60_000 },
    async (document) => {
      const host = createHost(corpus("openapi"));
      const { program } = await analyze(host, optionsOf({ input: { kind: "openapi", path: document, include: [], exclude: [] } }));
      const tools = program.toolsets.flatMap((toolset) => toolset.tools);
      const asking = tools.filter(({ approval }) => approval === "required").map(keyOf);
      expect(asking.filter((key) => !key.startsWith("DELETE ")).sort()).toEqual(
        rows.flatMap(([of, key = ""]) => (of === document ? [key] : [])).sort(),
      );
      for (const tool of tools)
        if (tool.approval === "none" && !tool.annotations.readOnly && describesLoss(tool.title)) bySummary.set(keyOf(tool), tool);
    },
  );

  test("for few operations by the words of their summary alone", () => {
    expect(bySummary.size).toBeLessThan(rows.length / 10);
  });
});

function keyOf({ binding }: Tool): string {
  return binding.transport === "http" ? `${binding.method} ${binding.path}` : "";
}
