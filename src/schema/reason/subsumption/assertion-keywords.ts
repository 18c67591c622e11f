import type { Json, JsonObject } from "../../../source/json/json.ts";
import { assertionsIn } from "./assertions-in.ts";
import { type Assertion, anyType, type NormalSchema, typeBits } from "./normal-schema.ts";

/** The keywords of JSON Schema that an assertion stands for; empty if it contains schemas. */
export function keywordsOf(assertion: Assertion): JsonObject {
  switch (assertion.kind) {
    case "types":
      return assertion.types === anyType ? {} : { type: typeNames(assertion.types) };
    case "values":
      return { enum: assertion.values };
    case "minimum":
      return { [assertion.isExclusive ? "exclusiveMinimum" : "minimum"]: assertion.bound };
    case "maximum":
      return { [assertion.isExclusive ? "exclusiveMaximum" : "maximum"]: assertion.bound };
    case "multipleOf":
      return { multipleOf: assertion.divisor };
    case "minLength":
    case "maxLength":
    case "minItems":
    case "maxItems":
    case "minProperties":
    case "maxProperties":
      return { [assertion.kind]: assertion.count };
    case "pattern":
      return { pattern: assertion.pattern };
    case "format":
      return { format: assertion.format };
    case "uniqueItems":
      return { uniqueItems: true };
    default:
      return {};
  }
}

/** The keywords of JSON Schema for those assertions of a schema that are of one kind, such as its lower bounds. */
export function keywordsOfKind(schema: NormalSchema, kind: Assertion["kind"]): JsonObject {
  return Object.assign({}, ...assertionsIn(schema).flatMap((each) => (each.kind === kind ? [keywordsOf(each)] : [])));
}

/** The names of types, sorted; one name alone is no array. */
export function typeNames(types: number): Json {
  const has = (bit: number) => (types & bit) !== 0;
  const numbers = has(typeBits.fraction) ? ["number"] : has(typeBits.integer) ? ["integer"] : [];
  const others = (["array", "boolean", "null", "object", "string"] as const).filter((name) => has(typeBits[name]));
  const [first = "", ...more] = [...numbers, ...others].sort();
  return more.length === 0 ? first : [first, ...more];
}
