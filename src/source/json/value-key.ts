import { compareText } from "../text/compare.ts";
import { isArray, isObject, type Json } from "./json.ts";

/** A string that is equal for equal values. The order of members does not matter. */
export function valueKey(value: Json): string {
  if (isArray(value)) return `[${value.map(valueKey).join()}]`;
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value);
  const members = Object.keys(value).sort(compareText);
  return `{${members.map((name) => `${JSON.stringify(name)}:${valueKey(value[name] ?? null)}`).join()}}`;
}

/** Whether two values have the same `valueKey`, found without making it. */
export function isSameValue(a: Json, b: Json): boolean {
  if (isArray(a)) return isArray(b) && a.length === b.length && a.every((item, index) => isSameValue(item, b[index] ?? null));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  const isSameMember = (name: string) => Object.hasOwn(b, name) && isSameValue(a[name] ?? null, b[name] ?? null);
  return names.length === Object.keys(b).length && names.every(isSameMember);
}
