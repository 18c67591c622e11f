import { dereference, type OutputUnit, type Schema, validate } from "@cfworker/json-schema";
import { plainValue } from "./plain-value.ts";
import { type FormatPolicy, prepareSchema } from "./prepare-schema.ts";
import type { JsonSchema } from "./schema.ts";
import type { Issue } from "./standard-schema.ts";
import { describeErrors, type Invalid, mismatch } from "./validation-issues.ts";

/** Returns all issues of a value; an empty array if the value is valid. */
export type Validator = (value: unknown) => readonly Issue[];

/**
 * The maximum schema nodes that one validation visits. Without this limit, a recursive union could take time exponential in the value's
 * depth.
 */
const maxVisits = 2_000_000;

/** The maximum schema nodes that a validation visits if it collects all errors. This limit is lower, since each error is an object. */
const maxErrorVisits = 100_000;

/** Creates a validator. The validator's package compiles no code, so it runs where `eval` is forbidden. */
export function createValidator(schema: JsonSchema, formats: FormatPolicy, limit: number = maxVisits): Validator {
  return create(schema, { formats, limit, describe: describeErrors });
}

/** Creates a function that returns whether a value matches `schema`. It does not spend time on describing why a value does not match. */
export function createMatcher(schema: JsonSchema, formats: FormatPolicy, limit: number = maxVisits): (value: unknown) => boolean {
  const validator = create(schema, { formats, limit, describe: undefined });
  return (value) => validator(value).length === 0;
}

interface Options {
  readonly formats: FormatPolicy;
  readonly limit: number;
  readonly describe: ((invalid: Invalid) => Issue[]) | undefined;
}

function create(schema: JsonSchema, { formats, limit, describe }: Options): Validator {
  const visits = { left: Number.POSITIVE_INFINITY };
  const prepared = prepareSchema(schema, formats, visits);
  let lookup: { [uri: string]: boolean | Schema } | undefined;
  return (value) => {
    const plain = plainValue(value);
    if (plain.issue !== undefined) return [plain.issue];
    visits.left = limit;
    try {
      lookup ??= dereference(prepared);
      const { valid, errors } = validate(plain.value, prepared, "2020-12", lookup);
      if (valid) return [];
      if (describe === undefined) return [mismatch];
      visits.left = maxErrorVisits;
      return describe({ errors: allErrors(plain.value, prepared, lookup) ?? errors, value: plain.value, schema: prepared, lookup });
    } catch (error) {
      // In three cases, a value cannot be validated and counts as invalid: a cyclic `$ref` overflows the stack, a recursive union exceeds
      // the limit on visited schema nodes, or a lone surrogate cannot be encoded in the URIs that the validator creates.
      if (error instanceof RangeError || error instanceof URIError)
        return [
          {
            message:
              "The value cannot be validated: it is too deep or too large for the schema, or a member name in the value or the schema is not valid Unicode.",
            path: [],
          },
        ];
      throw error;
    }
  };
}

/**
 * Validates a value again to collect all of its errors, since the first validation stops at the first error. `undefined` if this validation
 * visits too many schema nodes.
 */
function allErrors(value: unknown, schema: Schema, lookup: { [uri: string]: boolean | Schema }): readonly OutputUnit[] | undefined {
  try {
    return validate(value, schema, "2020-12", lookup, false).errors;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
