import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { optionsOf } from "../compile-texts.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

/** An operation of a document of the corpus that was labelled by reading it: `none`, or the styles of pages that lead through its list. */
interface Labelled {
  readonly document: string;
  readonly operation: string;
  readonly styles: readonly string[];
  /** Whether it was labelled only after the styles had been corrected by the first set. */
  readonly set: string;
  /** What it was drawn from: operations that the first version recognized, those that look like a list, and all others. */
  readonly drawn: string;
}

const labelled: readonly Labelled[] = readFileSync(join(import.meta.dirname, "labelled-pages.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [document = "", operation = "", label = "", set = "", drawn = ""] = line.split("\t");
    return { document, operation, styles: label === "none" ? [] : label.split("|"), set, drawn };
  });

/** How many operations of the corpus each group was drawn from. */
const sizes: { readonly [drawn: string]: number } = { recognized: 1019, like: 1820, other: 4212 };

test("400 operations are labelled as lists or not, half of which the first version recognized", () => {
  const counts = Object.keys(sizes).map((drawn) => labelled.filter((each) => each.drawn === drawn).length);
  expect(counts).toEqual([200, 160, 40]);
  expect(labelled.filter(({ set }) => set === "held-out")).toHaveLength(100);
});

describe.skipIf(!hasCorpus)("the labelled operations of the corpus", () => {
  test("at least 99 of 100 recognized lists have the right style, and 90 of 100 lists are recognized", async () => {
    const found = await recognized();
    const styleOf = ({ document, operation }: Labelled) => found.get(`${document} ${operation}`) ?? null;
    const isRight = (each: Labelled) => each.styles.includes(styleOf(each) ?? "");
    const hits = labelled.filter((each) => styleOf(each) !== null);
    expect(hits.filter(isRight).length / hits.length).toBeGreaterThanOrEqual(0.99);

    const lists = labelled.filter(({ styles }) => styles.length > 0);
    expect(lists.filter(isRight).length / lists.length).toBeGreaterThanOrEqual(0.9);
    // Most operations of the corpus are like those of the groups from which few were drawn.
    const weightOf = ({ drawn }: Labelled) => (sizes[drawn] ?? 0) / labelled.filter((each) => each.drawn === drawn).length;
    const weigh = (all: readonly Labelled[]) => all.reduce((sum, each) => sum + weightOf(each), 0);
    expect(weigh(lists.filter(isRight)) / weigh(lists)).toBeGreaterThanOrEqual(0.9);
  }, 300_000);
});

/** The styles of the lists in all labelled documents, `null` for other operations, by document and operation. */
async function recognized(): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const document of new Set(labelled.map((each) => each.document))) {
    const options = optionsOf({ input: { kind: "openapi", path: document, include: [], exclude: [] } });
    const { program } = await compile(createHost(corpus("openapi")), options);
    for (const { binding } of program.toolsets.flatMap(({ tools }) => tools)) {
      if (binding.transport === "http") found.set(`${document} ${binding.method} ${binding.path}`, binding.pages?.style ?? null);
    }
  }
  expect(labelled.filter(({ document, operation }) => !found.has(`${document} ${operation}`))).toEqual([]);
  return found;
}
