import { compareText } from "../text/compare.ts";
import { isArray, isObject, type Json } from "./json.ts";

/** A string that is equal for equal values. The order of members does not matter. */
export function valueKey(value: Json): string {
  if (isArray(value)) return `[${value.map(valueKey).join()}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const members = Object.keys(value).sort(compareText);
  return `{${members.map((name) => `${JSON.stringify(name)}:${valueKey(value[name] ?? null)}`).join()}}`;
}
