/** An object that is not an array, with unknown members. */
export interface UnknownRecord {
  readonly [name: string]: unknown;
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value of an own property of `value`. Names come from definitions, models and services, so inherited names such as `constructor` must
 * not match.
 */
export function ownMember<Value>(value: { readonly [name: string]: Value } | undefined, name: string): Value | undefined;
export function ownMember(value: unknown, name: string): unknown;
export function ownMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** The JSON of a value with sorted members, so that equal values have equal JSON. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`).join()}}`;
}

/** A copy of a JSON value in which each string, including member names, is replaced by the result of `change`. */
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapStrings(member, change)]));
}
