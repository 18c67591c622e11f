import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { analyze, type Compilation } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { optionsOf } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

/**
 * A finding in a document of the corpus, as `validate` gives it by default, that was read at its place. `true`: the author of the document or
 * of a tool would correct it, and its help says how. `false`: it is not so, or not worth saying. `repeated`: another finding of the document
 * says it already.
 */
interface Labelled {
  readonly sample: 1 | 2 | 3;
  readonly document: string;
  readonly code: string;
  readonly pointer: string;
  readonly verdict: "true" | "false" | "repeated";
  readonly reason: string;
}

/** How the samples were drawn, and what they showed, is in labelled-findings.md. */
const labelled: readonly Labelled[] = JSON.parse(readFileSync(join(import.meta.dirname, "labelled-findings.json"), "utf8"));
const documents = [...new Set(labelled.map(({ document }) => document))];

test("the samples of labelled findings have 200, 100 and 28 findings, and each code at most 15 times", () => {
  expect([1, 2, 3].map((number) => labelled.filter(({ sample }) => sample === number).length)).toEqual([200, 100, 28]);
  for (const code of new Set(labelled.map((each) => each.code)))
    expect(labelled.filter((each) => each.sample === 1 && each.code === code).length, code).toBeLessThanOrEqual(15);
});

test("of the 100 findings in the second sample, at least 95 are labelled as true", () => {
  expect(labelled.filter(({ sample, verdict }) => sample === 2 && verdict === "true").length).toBeGreaterThanOrEqual(95);
});

describe.skipIf(!hasCorpus)("labelled findings in documents of the corpus", () => {
  test.each(documents)("are found in %s if they are true, and not if they are false", async (document) => {
    const { findings, ungrouped } = await findingsIn(document);
    const [shown, found] = [findings, ungrouped].map((some) => new Set(some.map(({ code, pointer }) => `${code} ${pointer}`)));
    const read = labelled.filter((each) => each.document === document);
    // One place may stand for others with the same cause.
    const given = read.filter(({ code, pointer, verdict }) => (verdict === "true" ? found : shown)?.has(`${code} ${pointer}`));
    expect(given).toEqual(read.filter(({ verdict }) => verdict === "true"));
  });
});

/** The findings in an app, or in a document that is the only one of a project. */
async function findingsIn(document: string): Promise<Pick<Compilation, "findings" | "ungrouped">> {
  if (document.startsWith("ces/")) return await analyze(createHost(corpus(join(document, ".."))), optionsOf());
  const [folder, path = ""] = document.includes("/") ? document.split("/") : ["openapi", document];
  const disk = createHost(corpus(folder ?? ""));
  const toolset = new TextEncoder().encode(`displayName: toolset\nopenApiToolset: { openApiSchema: ${path} }\n`);
  const host = {
    read: async (name: string) => (name === "toolset.yaml" ? toolset : disk.read(name)),
    list: async () => ["toolset.yaml"],
  };
  return await analyze(host, optionsOf());
}
