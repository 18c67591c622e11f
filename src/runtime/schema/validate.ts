import { allKeywords } from "./keywords/all.ts";
import type { JsonSchema } from "./schema.ts";
import { describeViolations } from "./validation-issues.ts";
import { createPartialValidator, type FormatPolicy, type Validator } from "./validator.ts";

const library = { tool: "", parts: allKeywords };

/** Creates a validator of all keywords. */
export function createValidator(schema: JsonSchema, formats: FormatPolicy, limit?: number): Validator {
  return createPartialValidator(schema, { formats, library, describe: describeViolations, ...(limit === undefined ? {} : { limit }) });
}

/** Creates a function that returns whether a value matches `schema`. It does not spend time on describing why a value does not match. */
export function createMatcher(schema: JsonSchema, formats: FormatPolicy, limit?: number): (value: unknown) => boolean {
  const validator = createPartialValidator(schema, { formats, library, ...(limit === undefined ? {} : { limit }) });
  return (value) => validator(value).length === 0;
}
