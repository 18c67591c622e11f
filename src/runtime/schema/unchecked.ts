import type { StandardSchema } from "./standard-schema.ts";

/** The same schema, which takes everything: for SDKs that would check what `execute` has checked as the context says. */
export function unchecked(schema: StandardSchema<unknown>): StandardSchema<unknown> {
  return { "~standard": { ...schema["~standard"], validate: (value) => ({ value }) } };
}
