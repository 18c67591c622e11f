import { Validator } from "@cfworker/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { assertedFormats } from "../../../src/schema/reason/accepts.ts";
import { createBudget } from "../../../src/schema/reason/budget.ts";
import { createComparer, unchangedNames } from "../../../src/schema/reason/subsumption/compare.ts";
import type { Json } from "../../../src/source/json/json.ts";
import { createRandom, type Random } from "../../fuzz/random.ts";
import { isLong } from "../../long.ts";
import { changed, inValue, randomWhole, tableOf, valueNear, type Whole } from "./random-schema.ts";

// Pairs of schemas, with values that ajv judges: whatever the old schema accepts and the new one does not must be reported, and
// what is reported with a value must be so. `npm run test:long` tries 100,000 pairs; SEED chooses others.
const pairs = isLong ? 100_000 : 200;
const samples = 30;
const seed = Number(process.env["SEED"] ?? 7);

test(`of ${pairs} random pairs of schemas, the comparison misses no break and reports no false one`, { timeout: 3_600_000 }, () => {
  const missed: string[] = [];
  const wrong: string[] = [];
  const counts = { yes: 0, no: 0, undecided: 0, breaks: 0, slowest: 0 };
  for (let index = 0; index < pairs; index++) {
    const random = createRandom(seed * 1_000_003 + index);
    const old = randomWhole(random);
    const next = nextOf(old, random);
    const sides = { old: tableOf(old), next: tableOf(next) };
    const comparer = createComparer(sides, {
      formats: assertedFormats,
      same: unchangedNames(Object.values(sides)),
      budget: createBudget(),
    });
    const start = performance.now();
    const answer = comparer.covers(comparer.read(next.schema, "next"), comparer.read(old.schema, "old"), "none");
    counts.slowest = Math.max(counts.slowest, performance.now() - start);
    counts[answer.kind]++;
    const [isOld, isNext] = [compiled(old), compiled(next)];
    const breaks = (value: Json) => isOld(value) === true && isNext(value) === false;
    const values = Array.from({ length: samples }, () =>
      valueNear(random.chance(0.6) ? old.schema : next.schema, random, random.chance(0.6) ? old.shared : next.shared),
    );
    const found = values.find(breaks);
    if (found !== undefined) counts.breaks++;
    const shown = JSON.stringify({ index, old, next, found, answer });
    if (answer.kind === "yes" && found !== undefined) missed.push(shown);
    if (answer.kind === "no" && (isOld(answer.value) === false || isNext(answer.value) === true)) wrong.push(shown);
  }
  if (isLong) console.log(JSON.stringify({ pairs, ...counts, missed: missed.length, wrong: wrong.length }));
  expect(missed.slice(0, 5)).toEqual([]);
  expect(wrong.slice(0, 5)).toEqual([]);
  expect(counts.undecided / pairs).toBeLessThan(0.02);
});

function nextOf(old: Whole, random: Random): Whole {
  if (random.chance(0.15)) return randomWhole(random);
  const names = Object.keys(old.shared);
  const times = 1 + random.below(3);
  let { schema, shared } = old;
  for (let time = 0; time < times; time++) {
    const name = names.length > 0 && random.chance(0.3) ? random.pick(names) : undefined;
    if (name === undefined) schema = changed(schema, random, names);
    else shared = { ...shared, [name]: inValue(changed(shared[name]!, random, names)) };
  }
  return { schema, shared };
}

/** Whether a value is valid; `undefined` where the two validators disagree, which happens with `contains` and the unevaluated keywords. */
function compiled({ schema, shared }: Whole): (value: Json) => boolean | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
  addFormats.default(ajv, [...assertedFormats].map(String) as never);
  const whole = { $ref: "#/$defs/root", $defs: { ...shared, root: schema } };
  const validate = ajv.compile(whole);
  const other = new Validator(whole as never, "2020-12");
  return (value) => {
    const isValid = other.validate(value).valid;
    try {
      return validate(value) === isValid ? isValid : undefined;
    } catch (error) {
      // A bug of ajv with `unevaluatedProperties` in some unions.
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
}
