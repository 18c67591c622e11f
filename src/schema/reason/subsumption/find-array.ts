import type { Json } from "../../../source/json/json.ts";
import { valueKey } from "../../../source/json/value-key.ts";
import { type Assumptions, assertionsOf, type Refusal, refusedAssertionsOf } from "./assumptions.ts";
import type { NormalSchema } from "./normal-schema.ts";
import { refusingAll, type Search } from "./search.ts";
import { firstOf, noValue, type Solution, unknownValue, valueFound } from "./solution.ts";

/** The maximum numbers of items and requirements. If one is exceeded, the result of the search is "unknown". */
const maxItems = 200;
const maxRequirements = 4;

/** The schemas for which an item must be valid or invalid. The item is the one at `index` if `isExact`, else any item from `index` on. */
interface Requirement {
  readonly index: number;
  readonly isExact: boolean;
  readonly valid: readonly NormalSchema[];
  readonly refused: readonly Refusal[];
}

/** Finds an array for which the array assertions hold or fail as assumed. */
export function findArray(assumed: Assumptions, search: Search): Solution {
  const least = Math.max(
    0,
    ...assertionsOf(assumed, "minItems", true).map(({ count }) => Math.ceil(count)),
    ...assertionsOf(assumed, "maxItems", false).map(({ count }) => Math.floor(count) + 1),
  );
  const most = Math.min(
    ...assertionsOf(assumed, "maxItems", true).map(({ count }) => Math.floor(count)),
    ...assertionsOf(assumed, "minItems", false).map(({ count }) => Math.ceil(count) - 1),
  );
  if (least > most) return noValue;
  const lists = assertionsOf(assumed, "items", true);
  const contained = containsOf(assumed);
  if (contained === undefined) return unknownValue;
  const { refused: refusedByContains } = contained;
  const choices = product([...refusedAssertionsOf(assumed, "items").map(failures), ...contained.choices]);
  if (choices === undefined) return unknownValue;
  const isUnique = assertionsOf(assumed, "uniqueItems", true).length > 0;
  const isRepeated = assertionsOf(assumed, "uniqueItems", false).length > 0;
  const described = Math.max(0, ...lists.map(({ prefix }) => prefix.length));
  return firstOf(choices, (requirements) => {
    if (requirements.length > maxRequirements) return unknownValue;
    // A longer array is needed only if `minItems` requires it: each requirement needs at most one more item, and a pair of equal items
    // needs two more.
    const needed = Math.max(described, ...requirements.map(({ index }) => index + 1)) + requirements.length + (isRepeated ? 2 : 0);
    const longest = Math.min(most, Math.max(least, needed));
    if (longest <= maxItems) return arrays(longest, requirements);
    // A longer array may be a solution even if no shorter one is.
    const shorter = least > maxItems ? unknownValue : arrays(maxItems, requirements);
    return shorter.kind === "none" ? unknownValue : shorter;
  });

  function arrays(longest: number, requirements: readonly Requirement[]): Solution {
    const lengths = Array.from({ length: longest - least + 1 }, (_each, index) => least + index);
    const tried = lengths.length > 12 ? [...new Set([...lengths.slice(0, 6), ...lengths.slice(-6)])] : lengths;
    const result = firstOf(tried, (length) => ofLength(length, requirements));
    return result.kind === "none" && tried.length < lengths.length ? unknownValue : result;
  }

  function ofLength(length: number, requirements: readonly Requirement[]): Solution {
    const pairs = isRepeated ? pairsOf(length) : [undefined];
    return firstOf(placements(requirements, length), (places) => firstOf(pairs, (pair) => filled(length, places, pair)));
  }

  /**
   * Finds an array of a given length. `places` has the requirements of each item by index. If `pair` is given, the items at its two indices
   * are equal.
   */
  function filled(
    length: number,
    places: ReadonlyMap<number, readonly Requirement[]>,
    pair: readonly [number, number] | undefined,
  ): Solution {
    const items: Json[] = [];
    let isKnown = true;
    let isFound = true;
    for (let index = 0; index < length; index++) {
      if (pair !== undefined && index === pair[1]) {
        items.push(items[pair[0]] ?? null);
        continue;
      }
      const same = pair !== undefined && index === pair[0] ? pair : [index];
      const valid = same.flatMap((at) => [
        ...lists.map(({ prefix, rest }) => prefix[at] ?? rest),
        ...(places.get(at) ?? []).flatMap((each) => each.valid),
      ]);
      const refused = same.flatMap((at) => [...refusedByContains, ...(places.get(at) ?? []).flatMap((each) => each.refused)]);
      // If items must be unique, earlier items may already have the only values that this item can have. The result is then "unknown", not
      // "none".
      const distinct = isUnique ? items.map((item): Refusal => ({ schema: search.constant(item), isGiven: false })) : [];
      const item = refusingAll(valid, [...refused, ...distinct], search);
      if (item.kind === "none" && distinct.length > 0 && refusingAll(valid, refused, search).kind !== "none") isKnown = false;
      if (item.kind === "none" && isKnown) return noValue;
      // The search continues, since the result is "none" if a later item has no possible value.
      if (item.kind !== "value") isFound = false;
      items.push(item.kind === "value" ? item.value : null);
    }
    if (!isFound) return unknownValue;
    const excluded = assertionsOf(assumed, "values", false).flatMap(({ values }) => values.map(valueKey));
    return excluded.includes(valueKey(items)) ? unknownValue : valueFound(items);
  }
}

/** The ways in which an array can violate `items` and `prefixItems`. */
function failures({ assertion: { prefix, rest }, isGiven }: ReturnType<typeof refusedAssertionsOf<"items">>[number]): Requirement[][] {
  const canFail = (schema: NormalSchema) => schema.assertions.length > 0;
  const failing = (schema: NormalSchema, index: number, isExact: boolean): Requirement[] => [
    { index, isExact, valid: [], refused: [{ schema, isGiven }] },
  ];
  const exact = prefix.flatMap((schema, index) => (canFail(schema) ? [failing(schema, index, true)] : []));
  return canFail(rest) ? [...exact, failing(rest, prefix.length, false)] : exact;
}

/**
 * The requirements that `contains` adds, and the schemas for which all items must be invalid; `undefined` if the assertions about
 * `contains` are not supported.
 */
function containsOf(
  assumed: Assumptions,
): { readonly choices: readonly Requirement[][][]; readonly refused: readonly Refusal[] } | undefined {
  const choices: Requirement[][][] = [];
  const refused: Refusal[] = [];
  const some = (schema: NormalSchema, count: number) =>
    Array.from({ length: count }, (): Requirement => ({ index: 0, isExact: false, valid: [schema], refused: [] }));
  for (const { schema, min, max } of assertionsOf(assumed, "contains", true)) {
    if (min > maxRequirements || max < Number.POSITIVE_INFINITY) return undefined;
    choices.push([some(schema, min)]);
  }
  for (const { assertion, isGiven } of refusedAssertionsOf(assumed, "contains")) {
    const { schema, min, max } = assertion;
    if (min > 1 || (min === 1 && max < Number.POSITIVE_INFINITY) || (min === 0 && max >= maxRequirements)) return undefined;
    if (min === 1) refused.push({ schema, isGiven });
    else choices.push([some(schema, max + 1)]);
  }
  return { choices, refused };
}

/** All combinations of requirements with one element of each list; `undefined` if there are too many combinations. */
function product(lists: readonly Requirement[][][]): readonly Requirement[][] | undefined {
  let combined: Requirement[][] = [[]];
  for (const list of lists) {
    if (combined.length * list.length > 500) return undefined;
    combined = combined.flatMap((some) => list.map((each) => [...some, ...each]));
  }
  return combined;
}

/** The ways to assign requirements to the items of an array. Equal requirements are assigned to different items. */
function* placements(requirements: readonly Requirement[], length: number): Generator<ReadonlyMap<number, readonly Requirement[]>> {
  const [first, ...others] = requirements;
  if (first === undefined) {
    yield new Map();
    return;
  }
  for (const rest of placements(others, length))
    for (let index = first.index; index < (first.isExact ? Math.min(first.index + 1, length) : length); index++) {
      const known = rest.get(index) ?? [];
      // Equal requirements, as for `minContains: 2`, need different items.
      if (known.some(({ valid }) => valid.length > 0 && valid[0] === first.valid[0])) continue;
      yield new Map([...rest, [index, [...known, first]]]);
    }
}

function pairsOf(length: number): [number, number][] {
  const shown = Math.min(length, 12);
  return Array.from({ length: shown }, (_one, one) => one).flatMap((one) =>
    Array.from({ length: shown - one - 1 }, (_two, two): [number, number] => [one, one + two + 1]),
  );
}
