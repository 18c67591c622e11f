import type { StandardSchema } from "./standard-schema.ts";

/** Returns the same schema with a validation that accepts every value, for SDKs whose validation would only repeat that of `execute`. */
export function unchecked(schema: StandardSchema<unknown>): StandardSchema<unknown> {
  return { "~standard": { ...schema["~standard"], validate: (value) => ({ value }) } };
}
