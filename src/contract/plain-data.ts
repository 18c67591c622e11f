import type { Json } from "../source/json/json.ts";

/** Casts a value whose type is an interface of the run-time library to `Json`. */
export function plainData(value: object | null): Json {
  // The cast is safe: these values were lowered from parsed JSON or YAML. TypeScript cannot assign a value with an interface type to
  // `Json`.
  return value as unknown as Json;
}
