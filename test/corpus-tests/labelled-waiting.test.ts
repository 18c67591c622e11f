import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { optionsOf } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

/** An operation of the corpus that answers 202. The label says how a call waits for its result: `none`, or a style and what is requested. */
interface Labelled {
  readonly document: string;
  readonly operation: string;
  readonly label: string;
}

const labelled: readonly Labelled[] = readFileSync(join(import.meta.dirname, "labelled-waiting.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [document = "", operation = "", label = ""] = line.split("\t");
    return { document, operation, label };
  });

test("120 operations that answer 202 are labelled, of which 19 can be waited for", () => {
  expect(labelled).toHaveLength(120);
  expect(labelled.filter(({ label }) => label !== "none")).toHaveLength(19);
});

describe.skipIf(!hasCorpus)("the labelled operations of the corpus that answer 202", () => {
  test("are recognized: 90 of 100 that can be waited for, and 99 of 100 of those rightly", async () => {
    const found = await recognized();
    const labelOf = ({ document, operation }: Labelled) => found.get(`${document} ${operation}`) ?? "none";
    const hits = labelled.filter((each) => labelOf(each) !== "none");
    expect(hits.filter((each) => labelOf(each) !== each.label)).toEqual([]);
    const waiting = labelled.filter(({ label }) => label !== "none");
    expect(hits.length / waiting.length).toBeGreaterThanOrEqual(0.9);
  }, 300_000);
});

/** How the calls of all operations of the labelled documents wait, by document and operation. */
async function recognized(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const document of new Set(labelled.map((each) => each.document))) {
    const options = optionsOf({ input: { kind: "openapi", path: document, include: [], exclude: [] } });
    const { program } = await compile(createHost(corpus("openapi")), options);
    for (const { binding } of program.toolsets.flatMap(({ tools }) => tools)) {
      if (binding.transport !== "http") continue;
      const { waiting = null } = binding;
      const label = waiting === null ? "none" : [waiting.style, waiting.header ?? waiting.operation?.path ?? ""].join(" ").trim();
      found.set(`${document} ${binding.method} ${binding.path}`, label);
    }
  }
  expect(labelled.filter(({ document, operation }) => !found.has(`${document} ${operation}`))).toEqual([]);
  return found;
}
