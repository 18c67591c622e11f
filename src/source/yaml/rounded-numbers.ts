import { isArray, isObject, type Json } from "../json/json.ts";
import { numberProblem } from "../json/scan-json.ts";
import type { Path, Problem } from "../tree.ts";
import type { FastYaml } from "./fast-yaml.ts";

/**
 * Reports the numbers of a YAML text that lose precision in its data, without parsing the text again: real documents contain limits such as
 * 9223372036854775807. Returns `undefined` if the numbers of the text cannot be matched with the numbers of the data: JavaScript reorders
 * members whose keys are numbers.
 */
export function roundedNumbers({ data, large }: FastYaml): Problem[] | undefined {
  if (large.length === 0) return [];
  const inData = largeNumbers(data);
  if (inData === undefined || large.length !== inData.length) return undefined;
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

/** The numbers beyond the safe integers, in the order of the data. `undefined` if the order of the text may differ. */
function largeNumbers(data: Json): PlacedNumber[] | undefined {
  const found: PlacedNumber[] = [];
  const path: (string | number)[] = [];
  let isReordered = false;

  /** Recursion is safe, because the parser has limited the depth. */
  function walk(value: Json): void {
    if (typeof value === "number") {
      if (Math.abs(value) > Number.MAX_SAFE_INTEGER) found.push({ value, path: [...path] });
    } else if (isArray(value)) {
      for (let index = 0; index < value.length; index++) walkIn(index, value[index] ?? null);
    } else if (isObject(value)) {
      let withNumbers = 0;
      for (const name in value) {
        const before = found.length;
        walkIn(name, value[name] ?? null);
        if (found.length > before) withNumbers++;
      }
      // JavaScript puts integer keys such as `200` first, in ascending order, so the order of the text is unknown.
      if (withNumbers > 1 && /^\d+$/.test(Object.keys(value)[0] ?? "")) isReordered = true;
    }
  }

  function walkIn(step: string | number, value: Json): void {
    if (typeof value === "string" || value === null) return;
    path.push(step);
    walk(value);
    path.pop();
  }

  walk(data);
  return isReordered ? undefined : found;
}
