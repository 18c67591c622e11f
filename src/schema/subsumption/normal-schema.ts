import { isObject, type Json, type JsonObject } from "../../source/json.ts";

/** A schema as a conjunction of assertions, without annotations. Equal schemas of one reader are one object. */
export interface NormalSchema {
  readonly id: number;
  /** If there are none, every value is valid. */
  readonly assertions: readonly Assertion[];
}

/** One assertion. Equal assertions of one reader are one object. */
export type Assertion = { readonly id: number } & AssertionForm;

/** The shared schemas by name. A schema refers to them as `#/$defs/<name>`. */
export interface SharedSchemas {
  readonly schemas: ReadonlyMap<string, JsonObject>;
}

/** Converts schemas to their normal form. Schemas that differ only in annotations or in the order of members become one object. */
export interface SchemaReader {
  readonly read: (schema: Json, shared: SharedSchemas) => NormalSchema;
  /** The conjunction of schemas and assertions. */
  readonly all: (schemas: readonly NormalSchema[], assertions?: readonly AssertionForm[]) => NormalSchema;
  readonly always: NormalSchema;
  readonly never: NormalSchema;
  /** A schema with an unsupported keyword. It is equal only to schemas that are written the same. */
  readonly opaque: (schema: JsonObject, shared: SharedSchemas) => NormalSchema;
}

/** A number for each JSON type, as bits of a set. Integers and other numbers are two types, so that all are disjoint. */
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
  /** If an object has the member, the schema applies to the object. */
  | { readonly kind: "dependent"; readonly name: string; readonly schema: NormalSchema }
  | { readonly kind: "reference"; readonly target: () => NormalSchema }
  | { readonly kind: "any" | "one"; readonly schemas: readonly NormalSchema[] }
  | { readonly kind: "not"; readonly schema: NormalSchema }
  | { readonly kind: "conditional"; readonly test: NormalSchema; readonly ifValid: NormalSchema; readonly ifInvalid: NormalSchema }
  /** An unsupported assertion. All results that depend on it are undecided. */
  | { readonly kind: "opaque"; readonly source: string };

/** `properties`, `patternProperties` and `additionalProperties`, which depend on each other. */
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

/** The schemas that apply to a member of this name. */
export function memberSchemas({ properties, patterns, others }: Members, name: string): readonly NormalSchema[] {
  const own = properties.get(name);
  const matching = patterns.filter(([pattern]) => matches(pattern, name)).map(([, schema]) => schema);
  if (own === undefined && matching.length === 0) return [others];
  return own === undefined ? matching : [own, ...matching];
}

const compiled = new Map<string, RegExp>();

/** Whether a string matches a pattern. The reader keeps only valid patterns. */
export function matches(pattern: string, text: string): boolean {
  const known = compiled.get(pattern) ?? new RegExp(pattern, "u");
  compiled.set(pattern, known);
  return known.test(text);
}

/** The members of an object; none if the value is not an object. */
export function namedEntries(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}
