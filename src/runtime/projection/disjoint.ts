import { isRecord } from "../json.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { resolveReferences } from "./flatten.ts";
import { typeOf } from "./listed-values.ts";
import { isEqual } from "./merge.ts";
import type { ProjectionContext } from "./projection-context.ts";
import { type SchemaObject, type SchemaPath, textsIn } from "./schema.ts";

/** Whether no value can match two of the schemas, as far as their types and the constants of required members show. */
export function isDisjoint(schemas: readonly JsonSchema[], at: SchemaPath, context: ProjectionContext): boolean {
  const quiet = { ...context, losses: [] };
  const flat = schemas.map((schema) => (isRecord(schema) ? resolveReferences(schema, at, quiet) : schema));
  return flat.every((a, index) => flat.slice(index + 1).every((b) => areDisjoint(a, b, quiet)));
}

function areDisjoint(a: JsonSchema, b: JsonSchema, context: ProjectionContext): boolean {
  if (a === false || b === false) return true;
  if (a === true || b === true) return false;
  const [typesA, typesB] = [typesOf(a), typesOf(b)];
  if (typesA !== undefined && typesB !== undefined && !typesA.some((type) => typesB.includes(type))) return true;
  const [valuesA, valuesB] = [valuesOf(a), valuesOf(b)];
  if (valuesA !== undefined && valuesB !== undefined) return !valuesA.some((value) => valuesB.some((other) => isEqual(value, other)));
  if (context.profile.objects !== "open" && requiresUnknownMember(a, b) && requiresUnknownMember(b, a)) return true;
  return textsIn(a["required"]).some((name) => {
    if (forbidsMember(b, name)) return true;
    if (!textsIn(b["required"]).includes(name)) return false;
    const [inA, inB] = [memberOf(a, name, context), memberOf(b, name, context)];
    const [ofA, ofB] = [inA && valuesOf(inA), inB && valuesOf(inB)];
    return ofA !== undefined && ofB !== undefined && !ofA.some((value) => ofB.some((other) => isEqual(value, other)));
  });
}

/** Whether `a` requires a member that the other schema does not name. Where objects are closed, no value then matches both. */
function requiresUnknownMember(a: SchemaObject, { properties }: SchemaObject): boolean {
  return textsIn(a["required"]).some((name) => !isRecord(properties) || !Object.hasOwn(properties, name));
}

/** Whether the schema forbids the member. */
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

/** `integer` counts as `number`, since both accept 1. */
function typesOf(schema: SchemaObject): readonly string[] | undefined {
  const { type } = schema;
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? textsIn(type) : valuesOf(schema)?.map(typeOf);
  return types?.map((each) => (each === "integer" ? "number" : each));
}

function valuesOf(schema: SchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}
