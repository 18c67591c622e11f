import { followed } from "./flatten.ts";
import { typeOf } from "./literals.ts";
import { isEqual } from "./merge.ts";
import type { Projecting } from "./projecting.ts";
import { isObject, type Path, type Schema, type SchemaObject, textsIn } from "./schema.ts";

/** Whether it is plain that no value matches two of the schemas: their types differ, or a member that both must have differs. */
export function isDisjoint(schemas: readonly Schema[], at: Path, projecting: Projecting): boolean {
  const quiet = { ...projecting, losses: [] };
  const flat = schemas.map((schema) => (isObject(schema) ? followed(schema, at, quiet) : schema));
  return flat.every((a, index) => flat.slice(index + 1).every((b) => isApart(a, b, quiet)));
}

function isApart(a: Schema, b: Schema, projecting: Projecting): boolean {
  if (a === false || b === false) return true;
  if (a === true || b === true) return false;
  const [typesA, typesB] = [typesOf(a), typesOf(b)];
  if (typesA !== undefined && typesB !== undefined && !typesA.some((type) => typesB.includes(type))) return true;
  const [valuesA, valuesB] = [valuesOf(a), valuesOf(b)];
  if (valuesA !== undefined && valuesB !== undefined) return !valuesA.some((value) => valuesB.some((other) => isEqual(value, other)));
  if (projecting.profile.objects !== "open" && asksForMore(a, b) && asksForMore(b, a)) return true;
  return textsIn(a["required"]).some((name) => {
    if (lacks(b, name)) return true;
    if (!textsIn(b["required"]).includes(name)) return false;
    const [inA, inB] = [memberOf(a, name, projecting), memberOf(b, name, projecting)];
    const [ofA, ofB] = [inA && valuesOf(inA), inB && valuesOf(inB)];
    return ofA !== undefined && ofB !== undefined && !ofA.some((value) => ofB.some((other) => isEqual(value, other)));
  });
}

/** Whether objects that have only the members which `b` names cannot match `a`. */
function asksForMore(a: SchemaObject, { properties }: SchemaObject): boolean {
  return textsIn(a["required"]).some((name) => !isObject(properties) || !Object.hasOwn(properties, name));
}

/** Whether objects that match cannot have the member. */
function lacks(schema: SchemaObject, name: string): boolean {
  const { properties, additionalProperties, patternProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name] === false;
  return additionalProperties === false && patternProperties === undefined && typesOf(schema)?.join() === "object";
}

function memberOf({ properties }: SchemaObject, name: string, projecting: Projecting): SchemaObject | undefined {
  const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  const flat = isObject(member) ? followed(member, [], projecting) : undefined;
  return isObject(flat) ? flat : undefined;
}

/** `integer` counts as `number`, since both take 1. */
function typesOf(schema: SchemaObject): readonly string[] | undefined {
  const { type } = schema;
  const types = typeof type === "string" ? [type] : Array.isArray(type) ? textsIn(type) : valuesOf(schema)?.map(typeOf);
  return types?.map((each) => (each === "integer" ? "number" : each));
}

function valuesOf(schema: SchemaObject): readonly unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema["const"]];
  return Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
}
