import type { Json } from "../source/json.ts";

/** A value of the run-time library's interfaces as JSON. */
export function plainData(value: object | null): Json {
  // Such values consist of JSON, since they were lowered from parsed files. TypeScript does not let an interface be `Json`.
  return value as unknown as Json;
}
