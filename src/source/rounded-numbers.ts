import type { FastYaml } from "./fast-yaml.ts";
import { isArray, isObject, type Json } from "./json.ts";
import { numberProblem } from "./scan-json.ts";
import type { Path, Problem } from "./tree.ts";

/**
 * The numbers that a YAML text gives and its data cannot keep, without reading the text again: real documents have
 * limits such as 9223372036854775807. `undefined` where the numbers of the text are not clearly those of the data,
 * whose order differs where keys are numbers.
 */
export function roundedNumbers({ data, large }: FastYaml): Problem[] | undefined {
  if (large.length === 0) return [];
  const inData = largeNumbers(data, []);
  if (large.length !== inData.length) return undefined;
  const problems: Problem[] = [];
  for (const [index, { written, value, start }] of large.entries()) {
    const there = inData[index];
    if (there?.value !== value) return undefined;
    const problem = numberProblem(written, { value, path: there.path, start });
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

interface PlacedNumber {
  readonly value: number;
  readonly path: Path;
}

/** The depth is known to be bounded. */
function largeNumbers(value: Json, path: Path): PlacedNumber[] {
  if (typeof value === "number") return Math.abs(value) > Number.MAX_SAFE_INTEGER ? [{ value, path }] : [];
  const items: [string | number, Json][] = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  const inItems = items.map(([step, item]) => (typeof item === "string" || item === null ? [] : largeNumbers(item, [...path, step])));
  // An object gives keys such as 200 first, and in an order of its own.
  const isReordered = !isArray(value) && /^\d+$/.test(String(items[0]?.[0])) && inItems.filter((found) => found.length > 0).length > 1;
  return isReordered ? [{ value: Number.NaN, path }] : inItems.flat();
}
