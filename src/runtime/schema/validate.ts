import { Validator as SchemaValidator } from "@cfworker/json-schema";
import { plainValue } from "./plain-value.ts";
import { type FormatPolicy, prepareSchema } from "./prepare-schema.ts";
import type { JsonSchema } from "./schema.ts";
import type { Issue } from "./standard-schema.ts";
import { describeErrors } from "./validation-issues.ts";

/** Returns all issues of a value; none if it is valid. */
export type Validator = (value: unknown) => readonly Issue[];

/** The maximum schema nodes that one validation visits: a recursive union takes time exponential in the value's depth. */
const maxVisits = 2_000_000;

/** Creates a validator. Only this function depends on the validator package, which compiles no code, so it runs where `eval` is forbidden. */
export function createValidator(schema: JsonSchema, formats: FormatPolicy, limit: number = maxVisits): Validator {
  const visits = { left: Number.POSITIVE_INFINITY };
  const prepared = prepareSchema(schema, formats, visits);
  let validator: SchemaValidator | undefined;
  return (value) => {
    const plain = plainValue(value);
    if (plain.issue !== undefined) return [plain.issue];
    visits.left = limit;
    try {
      validator ??= new SchemaValidator(prepared, "2020-12");
      const result = validator.validate(plain.value);
      return result.valid ? [] : describeErrors(result.errors, plain.value, validator);
    } catch (error) {
      // A cyclic reference overflows the stack, a union exhausts the visits, and a lone surrogate cannot be encoded in a URI.
      if (error instanceof RangeError || error instanceof URIError)
        return [
          {
            message:
              "The value cannot be checked: it is too deep or too large for its schema, or a name in one of them is not valid Unicode.",
            path: [],
          },
        ];
      throw error;
    }
  };
}
