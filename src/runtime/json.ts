/** An object of which nothing is known but that it is no list. */
export interface UnknownRecord {
  readonly [name: string]: unknown;
}

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member of `value` that is its own: names come from definitions, models and services, and `constructor` is one as good as others. */
export function ownMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
