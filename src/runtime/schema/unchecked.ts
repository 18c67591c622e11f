import type { StandardSchema } from "./standard-schema.ts";

/** The same schema, but accepting every value: for SDKs that would validate again what `execute` has validated. */
export function unchecked(schema: StandardSchema<unknown>): StandardSchema<unknown> {
  return { "~standard": { ...schema["~standard"], validate: (value) => ({ value }) } };
}
