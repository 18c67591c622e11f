import type { Library } from "../call.ts";
import { part } from "../part.ts";
import { evaluate } from "./evaluate.ts";
import type { Evaluation, KeywordViolation } from "./evaluation.ts";
import { createChecks } from "./keyword-named.ts";
import { plainValue } from "./plain-value.ts";
import type { Resolve } from "./references.ts";
import type { JsonSchema } from "./schema.ts";
import type { Issue } from "./standard-schema.ts";
import { type Invalid, mismatch } from "./validation-issues.ts";

/** Formats are asserted in inputs. In outputs they are annotations, since services often violate them and an error would not help. */
export type FormatPolicy = "asserted" | "annotations";

/** Returns all issues of a value; an empty array if the value is valid. */
export type Validator = (value: unknown) => readonly Issue[];

/**
 * The maximum schema nodes that one validation visits. Without this limit, a recursive union could take time exponential in the value's
 * depth.
 */
const maxVisits = 2_000_000;

/** The maximum schema nodes that a validation visits if it collects all errors. This limit is lower, since each error is an object. */
const maxErrorVisits = 100_000;

/** What a validator checks. */
export interface ValidatorOptions {
  readonly formats: FormatPolicy;
  /** The keywords that are checked are those of the parts in the library. */
  readonly library: Library;
  /** The maximum schema nodes that one validation visits. */
  readonly limit?: number;
  /** Describes why a value does not match. Without it, there is one general issue. */
  readonly describe?: (invalid: Invalid) => Issue[];
}

/** Creates a validator. It interprets the schema, so it runs where `eval` is forbidden. */
export function createPartialValidator(schema: JsonSchema, { formats, library, limit = maxVisits, describe }: ValidatorOptions): Validator {
  const checksOf = createChecks(library, formats === "asserted");
  let found: Resolve | undefined;
  const resolve: Resolve = (node, reference) => {
    found ??= part("resolver", library)(schema);
    return found(node, reference);
  };
  const begin = (left: number): Evaluation => ({ library, resolve, checksOf, visits: { left } });
  return (given) => {
    const { value, issue } = plainValue(given);
    if (issue !== undefined) return [issue];
    try {
      if (evaluate(value, schema, begin(limit))) return [];
      if (describe === undefined) return [mismatch];
      const beginAgain = () => begin(maxErrorVisits);
      const violations = violationsOf(value, schema, beginAgain(), true) ?? violationsOf(value, schema, begin(limit), false) ?? [];
      return describe({ violations, begin: beginAgain, library });
    } catch (error) {
      // In two cases, a value cannot be validated and counts as invalid: a cyclic `$ref` overflows the stack, or a recursive union exceeds
      // the limit on visited schema nodes.
      if (error instanceof RangeError)
        return [{ message: "The value cannot be validated: it is too deep or too large for the schema.", path: [] }];
      throw error;
    }
  };
}

/**
 * Validates a value again to collect its violations, since the first validation stops at the first one. `undefined` if too many schema nodes
 * would have to be visited.
 */
function violationsOf(
  value: unknown,
  schema: JsonSchema,
  evaluation: Evaluation,
  isThorough: boolean,
): readonly KeywordViolation[] | undefined {
  const found: KeywordViolation[] = [];
  try {
    evaluate(value, schema, { ...evaluation, isThorough, violations: found });
    return found;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
