import { isArray, isObject, type Json } from "./json.ts";
import { numberProblem } from "./scan-json.ts";
import type { Path, Problem } from "./tree.ts";

// A whole number of so many digits that it may not survive, where a value can stand.
const longInteger = /(?<=^|[\s,[{:-])[-+]?\d{16,}(?=[\s,\]}]|$)/gm;

/**
 * The numbers that a YAML text gives and its data cannot keep, without reading the text again: real documents have
 * limits such as 9223372036854775807. `undefined` where the numbers of the text are not clearly those of the data.
 */
export function roundedNumbers(text: string, data: Json): Problem[] | undefined {
  const written = [...text.matchAll(longInteger)].filter(([found]) => isUnsafe(Number(found)));
  if (written.length === 0) return [];
  const read = unsafeNumbers(data, []);
  const areTheSame = written.length === read.length && written.every(([found], index) => Number(found) === read[index]?.value);
  if (!areTheSame) return undefined;
  return written.flatMap((found, index) => {
    const { value, path } = read[index] ?? { value: 0, path: [] };
    return numberProblem(found[0], { value, path, start: found.index }) ?? [];
  });
}

function isUnsafe(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** The depth is known to be bounded. */
function unsafeNumbers(value: Json, path: Path): { value: number; path: Path }[] {
  if (typeof value === "number") return isUnsafe(value) ? [{ value, path }] : [];
  if (isArray(value)) return value.flatMap((item, index) => (mayHoldNumbers(item) ? unsafeNumbers(item, [...path, index]) : []));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => (mayHoldNumbers(item) ? unsafeNumbers(item, [...path, name]) : []));
}

function mayHoldNumbers(value: Json): boolean {
  return typeof value === "number" || (typeof value === "object" && value !== null);
}
