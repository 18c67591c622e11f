import type { Json } from "../source/json.ts";

/** Types a value of an interface of the run-time library as `Json`. */
export function plainData(value: object | null): Json {
  // These values consist of JSON, since they were lowered from parsed files. TypeScript cannot assign an interface to `Json`.
  return value as unknown as Json;
}
