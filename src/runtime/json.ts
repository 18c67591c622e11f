/** An object with unknown members that is no array. */
export interface UnknownRecord {
  readonly [name: string]: unknown;
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own member of `value`. Names come from definitions, models and services, so that inherited names such as `constructor` must not match. */
export function ownMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** A copy of a JSON value with all its strings changed, including member names. */
export function changeTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => changeTexts(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), changeTexts(member, change)]));
}
