import type { Json } from "../source/json.ts";

/** What the run-time library declares with interfaces of its own, as the JSON that it is. */
export function plainData(value: object | null): Json {
  // All of it was lowered from parsed texts: the interfaces say less than `Json`, never more.
  return value as unknown as Json;
}
