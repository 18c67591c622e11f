import type { Json, JsonObject } from "../../../source/json/json.ts";

/** A schema as a conjunction of assertions, without annotations. For one `SchemaReader`, equal schemas are the same object. */
export interface NormalSchema {
  readonly id: number;
  /** If the array is empty, every value is valid. */
  readonly assertions: readonly Assertion[];
}

/** One assertion of a schema. For one `SchemaReader`, equal assertions are the same object. */
export type Assertion = { readonly id: number } & AssertionForm;

/** The shared schemas by name. A schema refers to a shared schema by `#/$defs/<name>`. */
export interface SharedSchemas {
  readonly schemas: ReadonlyMap<string, JsonObject>;
}

/** Converts schemas to their normal form. Schemas that differ only in annotations or in the order of members become the same object. */
export interface SchemaReader {
  readonly read: (schema: Json, shared: SharedSchemas) => NormalSchema;
  /** Returns the conjunction of schemas and assertions. */
  readonly all: (schemas: readonly NormalSchema[], assertions?: readonly AssertionForm[]) => NormalSchema;
  readonly always: NormalSchema;
  readonly never: NormalSchema;
  /** Converts a schema with an unsupported keyword. The normal schema equals only those of schemas with the same JSON. */
  readonly opaque: (schema: JsonObject, shared: SharedSchemas) => NormalSchema;
}

/**
 * A bit for each JSON type, so that a number stands for a set of types. Integers and other numbers are two separate types, so that all
 * types are disjoint.
 */
export const typeBits = { null: 1, boolean: 2, integer: 4, fraction: 8, string: 16, array: 32, object: 64 } as const;
export const anyType = 127;
const numbers = typeBits.integer | typeBits.fraction;

export type AssertionForm =
  | { readonly kind: "types"; readonly types: number }
  | { readonly kind: "values"; readonly values: readonly Json[] }
  | { readonly kind: "minimum" | "maximum"; readonly bound: number; readonly isExclusive: boolean }
  | { readonly kind: "multipleOf"; readonly divisor: number }
  | {
      readonly kind: "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties";
      readonly count: number;
    }
  | { readonly kind: "pattern"; readonly pattern: string }
  | { readonly kind: "format"; readonly format: string }
  | { readonly kind: "items"; readonly prefix: readonly NormalSchema[]; readonly rest: NormalSchema }
  | { readonly kind: "contains"; readonly schema: NormalSchema; readonly min: number; readonly max: number }
  | { readonly kind: "uniqueItems" }
  | { readonly kind: "required"; readonly name: string }
  | Members
  | { readonly kind: "propertyNames"; readonly schema: NormalSchema }
  /** If an object has the member `name`, the object must be valid for the schema. */
  | { readonly kind: "dependent"; readonly name: string; readonly schema: NormalSchema }
  | { readonly kind: "reference"; readonly name: string; readonly target: () => NormalSchema }
  | { readonly kind: "any" | "one"; readonly schemas: readonly NormalSchema[] }
  | { readonly kind: "not"; readonly schema: NormalSchema }
  | { readonly kind: "conditional"; readonly test: NormalSchema; readonly ifValid: NormalSchema; readonly ifInvalid: NormalSchema }
  /** An unsupported assertion. All results that depend on such an assertion are undecided. */
  | { readonly kind: "opaque"; readonly source: string };

/** The keywords `properties`, `patternProperties` and `additionalProperties` as one assertion, since they depend on each other. */
export interface Members {
  readonly kind: "members";
  readonly properties: ReadonlyMap<string, NormalSchema>;
  readonly patterns: readonly (readonly [pattern: string, schema: NormalSchema])[];
  readonly others: NormalSchema;
}

/** The types of the values for which an assertion can fail. */
export function typesInScope({ kind }: Assertion): number {
  switch (kind) {
    case "minimum":
    case "maximum":
    case "multipleOf":
      return numbers;
    case "minLength":
    case "maxLength":
    case "pattern":
    case "format":
      return typeBits.string;
    case "items":
    case "contains":
    case "uniqueItems":
    case "minItems":
    case "maxItems":
      return typeBits.array;
    case "required":
    case "members":
    case "propertyNames":
    case "dependent":
    case "minProperties":
    case "maxProperties":
      return typeBits.object;
    default:
      return anyType;
  }
}

export function typeBitOf(value: Json): number {
  if (value === null) return typeBits.null;
  switch (typeof value) {
    case "boolean":
      return typeBits.boolean;
    case "string":
      return typeBits.string;
    case "number":
      return Number.isInteger(value) ? typeBits.integer : typeBits.fraction;
    default:
      return Array.isArray(value) ? typeBits.array : typeBits.object;
  }
}

/** The schemas that `members` applies to the member `name`. */
export function memberSchemas({ properties, patterns, others }: Members, name: string): readonly NormalSchema[] {
  const own = properties.get(name);
  const matching = patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
  if (own === undefined && matching.length === 0) return [others];
  return own === undefined ? matching : [own, ...matching];
}

const compiled = new Map<string, RegExp>();

/** Whether a string matches a pattern. The pattern must be valid, as all patterns of a normal schema are. */
export function matches(pattern: string, text: string): boolean {
  const known = compiled.get(pattern) ?? new RegExp(pattern, "u");
  compiled.set(pattern, known);
  return known.test(text);
}
