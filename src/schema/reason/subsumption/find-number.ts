import type { Json } from "../../../source/json/json.ts";
import { type Assumptions, assertionsOf } from "./assumptions.ts";
import { type Decimal, decimalOf, digitsAt, leastCommonMultiple, numberOf } from "./decimal.ts";
import { judgeAssertion } from "./judge.ts";
import { anyType, typeBitOf, typeBits, typesInScope } from "./normal-schema.ts";
import { noValue, type Solution, unknownValue, valueFound } from "./solution.ts";

/** The maximum number of candidates that are tried. */
const maxCandidates = 3_000;

/** Finds a number for which the numeric assertions hold or fail as assumed. */
export function findNumber(assumed: Assumptions): Solution {
  const isInteger = assumed.type === typeBits.integer;
  const low = boundsOf(assumed, "minimum", "maximum").reduce(higher, undefined);
  const high = boundsOf(assumed, "maximum", "minimum").reduce(lower, undefined);
  const steps = assertionsOf(assumed, "multipleOf", true).map(({ divisor }) => decimalOf(divisor));
  const notSteps = assertionsOf(assumed, "multipleOf", false).map(({ divisor }) => decimalOf(divisor));
  const ends = [low, high].map((end) => (end === undefined ? undefined : decimalOf(end.bound)));
  const known = [...steps, ...notSteps, ...ends.filter((_end, index) => [low, high][index] !== undefined)];
  if (known.some((each) => each === undefined)) return unknownValue;
  const decimals = known as readonly Decimal[]; // The cast is safe: the line above returns if an element is undefined.
  const isDense = !isInteger && steps.length === 0;
  // Without `multipleOf`, there is a number between any two numbers. Three more decimal places give enough candidates.
  const scale = Math.max(0, ...decimals.map((each) => each.scale)) + (isDense ? 3 : 0);
  const whole = 10n ** BigInt(scale);
  const at = (each: Decimal | undefined) => digitsAt(each ?? { digits: 0n, scale: 0 }, scale);
  const grid = steps.map(at).reduce(leastCommonMultiple, isInteger ? whole : isDense ? 1n : at(steps[0]));
  const excluded = new Set(assertionsOf(assumed, "values", false).flatMap(({ values }) => values));
  const divisors = notSteps.map(at);
  if (divisors.some((divisor) => grid % divisor === 0n) || (!isInteger && grid % whole === 0n)) return noValue;

  const first = low && firstMultiple(at(ends[0]), grid, low.isExclusive);
  const last = high && -firstMultiple(-at(ends[1]), grid, high.isExclusive);
  const start = first ?? (last === undefined || last > 0n ? 0n : last);
  const isUp = first !== undefined || last === undefined || last > 0n;
  let isExhausted = first !== undefined && last !== undefined;
  let count = 0;
  for (let digits = start; first === undefined || digits >= first; digits += isUp ? grid : -grid) {
    if (last !== undefined && digits > last) break;
    if (count++ > maxCandidates) {
      isExhausted = false;
      break;
    }
    if ((digits % whole === 0n) !== isInteger || divisors.some((divisor) => digits % divisor === 0n)) continue;
    const value = numberOf(digits, scale);
    if (value === undefined) isExhausted = false;
    else if (!excluded.has(value)) return valueFound(value);
  }
  if (!isExhausted) return findLargeNumber(assumed, grid, scale, excluded);
  // Only some of the fractions between two bounds were tried, so there may be another. If the bounds are equal, there is at most one number
  // between them, and it was tried.
  return isDense && (first ?? 0n) < (last ?? 0n) ? unknownValue : noValue;
}

/** Tries powers of ten. Above 2^53, JavaScript cannot represent all integers, but it can represent some of these powers. */
function findLargeNumber(assumed: Assumptions, grid: bigint, scale: number, excluded: ReadonlySet<Json>): Solution {
  const isMet = (value: number) =>
    [...assumed.assertions.values()].every(
      ({ assertion, holds }) => typesInScope(assertion) === anyType || judgeAssertion(assertion, value) === holds,
    );
  for (let exponent = 0; exponent < 40; exponent++)
    for (const sign of [1n, -1n]) {
      const value = numberOf(sign * grid * 10n ** BigInt(exponent), scale);
      if (value !== undefined && typeBitOf(value) === assumed.type && !excluded.has(value) && isMet(value)) return valueFound(value);
    }
  return unknownValue;
}

interface End {
  readonly bound: number;
  readonly isExclusive: boolean;
}

/**
 * The minimums or the maximums of a number: assertions of this kind that are assumed to hold, and assertions of the opposite kind that are
 * assumed to fail.
 */
function boundsOf(assumed: Assumptions, kind: "minimum" | "maximum", opposite: "minimum" | "maximum"): End[] {
  const failing = assertionsOf(assumed, opposite, false).map(({ bound, isExclusive }) => ({ bound, isExclusive: !isExclusive }));
  return [...assertionsOf(assumed, kind, true), ...failing];
}

function higher(a: End | undefined, b: End): End {
  return a === undefined || b.bound > a.bound || (b.bound === a.bound && b.isExclusive) ? b : a;
}

function lower(a: End | undefined, b: End): End {
  return a === undefined || b.bound < a.bound || (b.bound === a.bound && b.isExclusive) ? b : a;
}

/** The least multiple of `grid` that is at or above `from`, or above `from` if `isExclusive`. */
function firstMultiple(from: bigint, grid: bigint, isExclusive: boolean): bigint {
  const floor = from / grid - (from < 0n && from % grid !== 0n ? 1n : 0n);
  const least = floor * grid < from ? floor + 1n : floor;
  return (isExclusive && least * grid === from ? least + 1n : least) * grid;
}
