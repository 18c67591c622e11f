import { canonicalJson, isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { type SchemaObject, type SchemaPath, stringsIn } from "../schema.ts";
import { resolveReferences } from "./flatten.ts";
import { typeOf } from "./listed-values.ts";
import type { ProjectionContext } from "./projection-context.ts";

/**
 * The maximum number of alternatives that are compared with each other. The alternatives of a larger union are assumed to overlap, unless
 * constants distinguish them.
 */
export const maxCompared = 64;

/** Whether certainly no value matches two of the schemas. Only types, constants and required members are compared. */
export function isDisjoint(schemas: readonly JsonSchema[], at: SchemaPath, context: ProjectionContext): boolean {
  if (haveDistinctConstants(schemas, at, context)) return true;
  if (schemas.length > maxCompared) return false;
  const quiet = { ...context, losses: [] };
  const flat = resolved(schemas, at, quiet);
  return flat.every((a, index) => flat.slice(index + 1).every((b) => areDisjoint(a, b, quiet)));
}

/** Whether there is a member that all schemas require, and for which no two schemas allow the same constant. */
export function haveDistinctConstants(schemas: readonly JsonSchema[], at: SchemaPath, context: ProjectionContext): boolean {
  const quiet = { ...context, losses: [] };
  const flat = resolved(schemas, at, quiet);
  const [first] = flat;
  if (!isRecord(first)) return false;
  return stringsIn(first["required"]).some((name) => {
    const seen = new Set<string>();
    return flat.every((schema) => {
      if (!isRecord(schema) || typesOf(schema)?.join() !== "object" || !stringsIn(schema["required"]).includes(name)) return false;
      const member = memberOf(schema, name, quiet);
      const texts = new Set((member && valuesOf(member))?.map(canonicalJson));
      if (texts.size === 0 || [...texts].some((text) => seen.has(text))) return false;
      for (const text of texts) seen.add(text);
      return true;
    });
  });
}

function resolved(schemas: readonly JsonSchema[], at: SchemaPath, context: ProjectionContext): JsonSchema[] {
  return schemas.map((schema) => (isRecord(schema) ? resolveReferences(schema, at, context) : schema));
}

function areDisjoint(a: JsonSchema, b: JsonSchema, context: ProjectionContext): boolean {
  if (a === false || b === false) return true;
  if (a === true || b === true) return false;
  const [typesA, typesB] = [typesOf(a), typesOf(b)];
  if (typesA !== undefined && typesB !== undefined && !typesA.some((type) => typesB.includes(type))) return true;
  const [valuesA, valuesB] = [valuesOf(a), valuesOf(b)];
  if (valuesA !== undefined && valuesB !== undefined) return !haveCommonValue(valuesA, valuesB);
  if (context.profile.objects !== "open" && requiresUnknownMember(a, b) && requiresUnknownMember(b, a)) return true;
  return stringsIn(a["required"]).some((name) => {
    if (forbidsMember(b, name)) return true;
    if (!stringsIn(b["required"]).includes(name)) return false;
    const [inA, inB] = [memberOf(a, name, context), memberOf(b, name, context)];
    const [ofA, ofB] = [inA && valuesOf(inA), inB && valuesOf(inB)];
    return ofA !== undefined && ofB !== undefined && !haveCommonValue(ofA, ofB);
  });
}

function haveCommonValue(a: readonly unknown[], b: readonly unknown[]): boolean {
  const texts = new Set(a.map(canonicalJson));
  return b.some((value) => texts.has(canonicalJson(value)));
}

/** Whether `a` requires a member that the second schema does not name. If objects are closed, no value then matches both schemas. */
function requiresUnknownMember(a: SchemaObject, { properties }: SchemaObject): boolean {
  return stringsIn(a["required"]).some((name) => !isRecord(properties) || !Object.hasOwn(properties, name));
}

function forbidsMember(schema: SchemaObject, name: string): boolean {
  const { properties, additionalProperties, patternProperties } = schema;
  if (isRecord(properties) && Object.hasOwn(properties, name)) return properties[name] === false;
  return additionalProperties === false && patternProperties === undefined && typesOf(schema)?.join() === "object";
}

function memberOf({ properties }: SchemaObject, name: string, context: ProjectionContext): SchemaObject | undefined {
  const member = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const flat = isRecord(member) ? resolveReferences(member, [], context) : undefined;
  return isRecord(flat) ? flat : undefined;
}

/** The types that a schema accepts. `integer` is returned as `number`, since both accept values such as 1. */
function typesOf(schema: SchemaObject): readonly string[] | undefined {
  const { type } = schema;
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? stringsIn(type) : valuesOf(schema)?.map(typeOf);
  return types?.map((each) => (each === "integer" ? "number" : each));
}

function valuesOf(schema: SchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}
