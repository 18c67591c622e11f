import { isArray, isObject, type Json, type JsonObject, member } from "../../source/json/json.ts";
import { anyObjectType, blobType, type Member, neverType, type ObjectType, type TypeNode, unionOf, unknownTypeNode } from "./type-node.ts";

type TypeOf = (schema: Json) => TypeNode;

/** The type of the objects that a schema accepts, from the types of its subschemas. */
export function objectType(schema: JsonObject, typeOf: TypeOf): TypeNode {
  const members = membersOf(schema, typeOf);
  const index = indexOf(schema, members, typeOf);
  if (members.size > 0) {
    const object: ObjectType = { kind: "object", members, index };
    return isFile(schema) ? unionOf([object, blobType]) : object;
  }
  if (index === unknownTypeNode) return anyObjectType;
  // Without an index signature, the type `{}` would accept every value except null and undefined.
  return { kind: "object", members, index: index ?? neverType };
}

function membersOf(schema: JsonObject, typeOf: TypeOf): Map<string, Member> {
  const members = new Map<string, Member>();
  const required = isArray(schema.required) ? new Set(schema.required) : undefined;
  if (isObject(schema.properties)) {
    for (const name in schema.properties) {
      const property = schema.properties[name] as Json; // Parsed JSON has only own keys, so each key has a value.
      const type = typeOf(property);
      const isRequired = required?.has(name) === true;
      // The schema `false` forbids a member. The member is omitted, unless an index signature would then allow the member.
      if (type === neverType && !isRequired && !isOpen(schema)) continue;
      members.set(name, { type, optional: !isRequired, schema: property });
    }
  }
  const others = schema.additionalProperties;
  for (const name of required ?? []) {
    if (typeof name !== "string" || members.has(name)) continue;
    members.set(name, { type: typeOf(others ?? true), optional: false, schema: true });
  }
  for (const name of permittedNames(schema)) {
    if (members.has(name)) continue;
    members.set(name, { type: typeOf(others ?? true), optional: true, schema: true });
  }
  return members;
}

function isOpen({ additionalProperties, patternProperties }: JsonObject): boolean {
  return patternProperties !== undefined || (additionalProperties !== undefined && additionalProperties !== false);
}

/**
 * The names that `const` or `enum` in `propertyNames` lists. The result is empty if `propertyNames` lists no names, or if the schema has
 * patterns or is closed.
 */
function permittedNames(schema: JsonObject): readonly string[] {
  if (
    schema.propertyNames === undefined ||
    !isObject(schema.propertyNames) ||
    schema.additionalProperties === false ||
    schema.patternProperties !== undefined
  )
    return [];
  const names = member(schema.propertyNames, "const") ?? member(schema.propertyNames, "enum");
  return (isArray(names) ? names : [names]).filter((name) => typeof name === "string");
}

/**
 * The type of additional members; `undefined` if the schema forbids additional members, or declares members and does not mention additional
 * ones.
 */
function indexOf(schema: JsonObject, members: ReadonlyMap<string, Member>, typeOf: TypeOf): TypeNode | undefined {
  const { additionalProperties: others, patternProperties: patterns } = schema;
  if (permittedNames(schema).length > 0) return undefined;
  if (isObject(patterns) && Object.keys(patterns).length > 0) {
    const byPattern = Object.values(patterns).map(typeOf);
    return others === undefined ? unknownTypeNode : unionOf([neverType, ...byPattern, typeOf(others)]);
  }
  if (others === undefined) return members.size > 0 ? undefined : unknownTypeNode;
  return others === false ? undefined : typeOf(others);
}

/** Whether a schema describes a file as an object with base64. Programs may also pass a file as a `Blob`. */
function isFile({ properties, required }: JsonObject): boolean {
  if (!isObject(properties) || !isArray(required) || required.length !== 1 || required[0] !== "base64") return false;
  return member(properties.base64, "contentEncoding") === "base64" && Object.keys(properties).every((name) => fileMembers.includes(name));
}

const fileMembers = ["filename", "mediaType", "base64"];
