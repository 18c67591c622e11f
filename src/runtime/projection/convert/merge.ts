import { canonicalJson, isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { annotationKeywords, type SchemaObject, schemasByName, stringsIn } from "../schema.ts";

/**
 * A schema for the values that both of two schemas accept, without `allOf` at its root. The keywords in `conflicts` have only the value of
 * the first schema.
 */
export interface Merged {
  readonly schema: JsonSchema;
  readonly conflicts: readonly string[];
}

/** Merges two schemas that a value must match. For a keyword that cannot be merged, the first schema's value is kept. */
export function merge(first: JsonSchema, second: JsonSchema): Merged {
  if (first === false || second === false) return { schema: false, conflicts: [] };
  if (first === true) return { schema: second, conflicts: [] };
  if (second === true) return { schema: first, conflicts: [] };
  const conflicts: string[] = [];
  const result = new Map<string, unknown>(Object.entries(first));
  for (const [keyword, value] of Object.entries(second)) {
    const own = result.get(keyword);
    if (objectKeywords.has(keyword)) continue;
    const base = bases.get(keyword);
    if (base !== undefined && hasOther(base, first, second)) {
      conflicts.push(keyword);
      continue;
    }
    if (own === undefined) result.set(keyword, value);
    else if (!annotationKeywords.has(keyword) && !isEqual(own, value)) {
      const both = combine(keyword, own, value);
      if (both === neverMatches) return { schema: false, conflicts: [] };
      if (both === conflict) conflicts.push(keyword);
      else for (const [each, combined] of both) result.set(each, combined);
    }
  }
  mergeObjects(first, second, result);
  return { schema: Object.fromEntries(result), conflicts };
}

const objectKeywords = new Set(["properties", "additionalProperties", "patternProperties", "required"]);

/** Keywords whose meaning depends on another keyword of the same schema. */
const bases: ReadonlyMap<string, string> = new Map([
  ["then", "if"],
  ["else", "if"],
  ["minContains", "contains"],
  ["maxContains", "contains"],
]);

/** Whether the first schema has the keyword with a value that the second schema does not have. */
function hasOther(keyword: string, first: SchemaObject, second: SchemaObject): boolean {
  return first[keyword] !== undefined && !isEqual(first[keyword], second[keyword]);
}

const neverMatches = Symbol("no value matches");
const conflict = Symbol("only the first is kept");

function combine(keyword: string, a: unknown, b: unknown): [string, unknown][] | typeof neverMatches | typeof conflict {
  switch (keyword) {
    case "type": {
      const types = commonTypes(a, b);
      return types.length === 0 ? neverMatches : [["type", types.length === 1 ? types[0] : types]];
    }
    case "const":
      return neverMatches;
    case "enum": {
      const others = new Set((Array.isArray(b) ? b : []).map(canonicalJson));
      const values = (Array.isArray(a) ? a : []).filter((value) => others.has(canonicalJson(value)));
      return values.length === 0 ? neverMatches : [["enum", values]];
    }
    case "minimum":
    case "exclusiveMinimum":
    case "minLength":
    case "minItems":
    case "minProperties":
      return [[keyword, Math.max(Number(a), Number(b))]];
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
    case "maxProperties":
      return [[keyword, Math.min(Number(a), Number(b))]];
    case "uniqueItems":
      return [[keyword, true]];
    case "items":
      return [["items", both(a as JsonSchema, b as JsonSchema)]]; // The casts are safe: `items` can only be a schema.
    case "anyOf":
    case "oneOf":
      // A value must match an alternative of `a` and an alternative of `b`, so `b` is added to each alternative of `a`.
      return [[keyword, (Array.isArray(a) ? a : []).map((alternative: JsonSchema) => both(alternative, { [keyword]: b }))]];
    case "not":
      return [["not", { anyOf: [a, b] }]];
    default:
      return conflict;
  }
}

/** A schema for the values that both schemas accept. Its `allOf` is merged when the schema is projected. */
function both(a: JsonSchema, b: JsonSchema): JsonSchema {
  return isEqual(a, b) ? a : { allOf: [a, b] };
}

function commonTypes(a: unknown, b: unknown): string[] {
  const [first, second] = [a, b].map((types) => (Array.isArray(types) ? stringsIn(types) : [String(types)]));
  const covers = (types: readonly string[] | undefined, type: string) =>
    types?.includes(type) === true || (type === "integer" && types?.includes("number") === true);
  return [...new Set([...(first ?? []).filter((type) => covers(second, type)), ...(second ?? []).filter((type) => covers(first, type))])];
}

function mergeObjects(a: SchemaObject, b: SchemaObject, result: Map<string, unknown>): void {
  const [ofA, ofB] = [new Map(schemasByName(a["properties"])), new Map(schemasByName(b["properties"]))];
  const properties = new Map<string, JsonSchema>();
  for (const name of new Set([...ofA.keys(), ...ofB.keys()])) {
    const [inA, inB] = [ofA.get(name) ?? othersOf(a), ofB.get(name) ?? othersOf(b)];
    properties.set(name, inA === false || inB === false ? false : inA === true ? inB : inB === true ? inA : both(inA, inB));
  }
  if (properties.size > 0) result.set("properties", Object.fromEntries(properties));
  const required = [...new Set([...stringsIn(a["required"]), ...stringsIn(b["required"])])];
  if (required.length > 0) result.set("required", required);
  const [patternsA, patternsB] = [new Map(schemasByName(a["patternProperties"])), new Map(schemasByName(b["patternProperties"]))];
  const patterns = new Map<string, JsonSchema>(patternsA);
  for (const [pattern, schema] of patternsB) patterns.set(pattern, both(patterns.get(pattern) ?? schema, schema));
  if (patterns.size > 0) result.set("patternProperties", Object.fromEntries(patterns));
  const [othersA, othersB] = [a["additionalProperties"], b["additionalProperties"]];
  if (othersA === undefined && othersB === undefined) return;
  const others = othersOfBoth(othersA, othersB);
  result.set("additionalProperties", others);
}

function othersOfBoth(a: unknown, b: unknown): JsonSchema {
  if (a === false || b === false) return false;
  if (!isRecord(a)) return isRecord(b) ? b : true;
  return isRecord(b) ? both(a, b) : a;
}

/** The schema of members that `properties` does not name. `patternProperties` is not evaluated: if it is present, any member is allowed. */
function othersOf(schema: SchemaObject): JsonSchema {
  const others = schema["additionalProperties"];
  return schema["patternProperties"] === undefined && (others === false || isRecord(others)) ? others : true;
}

/** Whether two JSON values are equal. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]));
}
