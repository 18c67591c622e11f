import { expect, test } from "vitest";
import { assertedFormats } from "../../../src/schema/reason/accepts.ts";
import { createBudget } from "../../../src/schema/reason/budget.ts";
import { createComparer, unchangedNames } from "../../../src/schema/reason/subsumption/compare.ts";
import { createRandom } from "../../fuzz/random.ts";
import { isLong } from "../../long.ts";
import { randomWhole, tableOf } from "./random-schema.ts";
import { rewrite } from "./rewrite.ts";

// `npm run test:long` tries 12,000; SEED chooses others.
const count = isLong ? 12_000 : 600;
const seed = Number(process.env["SEED"] ?? 5);

test(`the comparison finds ${count} random schemas equal to the same schemas written differently`, { timeout: 3_600_000 }, () => {
  const reported: string[] = [];
  const same = { texts: 0 };
  for (let index = 0; index < count; index++) {
    const random = createRandom(seed * 1_000_003 + index);
    const old = randomWhole(random);
    const next = rewrite(old, random);
    if (JSON.stringify(next) === JSON.stringify(old)) same.texts++;
    const sides = { old: tableOf(old), next: tableOf(next) };
    const comparer = createComparer(sides, {
      formats: assertedFormats,
      same: unchangedNames(Object.values(sides)),
      budget: createBudget(),
    });
    const [before, after] = [comparer.read(old.schema, "old"), comparer.read(next.schema, "next")];
    const answers = [comparer.covers(after, before, "none"), comparer.covers(before, after, "none")];
    if (answers.some(({ kind }) => kind !== "yes")) reported.push(JSON.stringify({ index, old, next, answers }));
  }
  if (isLong) console.log(JSON.stringify({ count, reported: reported.length, ...same }));
  expect(reported.slice(0, 5)).toEqual([]);
  expect(same.texts).toBeLessThan(count / 3);
});
