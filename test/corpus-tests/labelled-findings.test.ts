import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { analyze } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { optionsOf } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

/**
 * A finding in a document of the corpus that a person read at its place. `agree`: the author of the document or of a tool would correct it.
 * `noise`: true, but nobody would act on it. `false`: what the finding says is not so.
 */
interface Labelled {
  readonly document: string;
  readonly code: string;
  readonly pointer: string;
  readonly label: "agree" | "noise" | "false";
  readonly reason: string;
}

/** 200 findings that were drawn at random over the pairs of a document and a code. A finding labelled `false` was corrected since. */
const labelled: readonly Labelled[] = JSON.parse(readFileSync(join(import.meta.dirname, "labelled-findings.json"), "utf8"));
const wrong = labelled.filter(({ label }) => label === "false");

test("at least 95 of 100 findings, without those that were corrected, are such that a reader agrees", () => {
  expect(labelled).toHaveLength(200);
  const agreed = labelled.filter(({ label }) => label === "agree");
  expect(agreed.length / (labelled.length - wrong.length)).toBeGreaterThanOrEqual(0.95);
});

describe.skipIf(!hasCorpus)("a finding that was read as false does not come back", () => {
  test.each([...new Set(wrong.map(({ document }) => document))])("in %s", async (document) => {
    const input = { kind: "openapi", path: document, include: [], exclude: [] } as const;
    const findings = (await analyze(createHost(corpus("openapi")), optionsOf({ input }))).ungrouped;
    const given = new Set(findings.map(({ code, pointer }) => `${code} ${pointer}`));
    const back = wrong.filter((one) => one.document === document && given.has(`${one.code} ${one.pointer}`));
    expect(back).toEqual([]);
  });
});
