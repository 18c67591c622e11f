import type { JsonSchema } from "../../schema/schema.ts";
import { referredName, type SchemaObject, schemasByName, schemasIn, stringsIn } from "../schema.ts";

/** The names of an object's members, each with `true` if the member is required. */
export type ObjectMembers = ReadonlyMap<string, boolean>;

/**
 * Creates a function that returns the members of a schema that accepts only objects with named members, and possibly null. For any other
 * schema, it returns `undefined`.
 */
export function createMemberFinder(definitions: ReadonlyMap<string, JsonSchema>): (schema: JsonSchema) => ObjectMembers | undefined {
  const found = new Map<JsonSchema, ObjectMembers | undefined>();

  function membersOf(schema: JsonSchema): ObjectMembers | undefined {
    if (typeof schema === "boolean") return undefined;
    // A recursive schema is visited again while its own members are collected, and then adds no members.
    if (found.has(schema)) return found.get(schema);
    found.set(schema, new Map());
    const members = isOfObjects(schema) ? collected(schema) : undefined;
    const result = members === undefined || members.size === 0 ? undefined : members;
    found.set(schema, result);
    return result;
  }

  function collected(schema: SchemaObject): ObjectMembers | undefined {
    const required = new Set(stringsIn(schema["required"]));
    const members = new Map(schemasByName(schema["properties"]).map(([name]) => [name, required.has(name)]));
    const name = referredName(schema["$ref"]);
    const all = [...schemasIn(schema["allOf"]), ...(name === undefined ? [] : [definitions.get(name) ?? true])];
    for (const part of all)
      for (const [each, isRequired] of membersOf(part) ?? []) members.set(each, isRequired || members.get(each) === true);
    const alternatives = [...schemasIn(schema["anyOf"]), ...schemasIn(schema["oneOf"])].filter(
      (each) => !isNull(each) && !onlyRequires(each),
    );
    for (const alternative of alternatives) {
      const own = membersOf(alternative);
      if (own === undefined) return undefined;
      for (const [each] of own) members.set(each, members.get(each) ?? false);
    }
    return members;
  }

  return membersOf;
}

/** Whether `type`, if present, allows only objects and null. */
function isOfObjects({ type }: SchemaObject): boolean {
  return type === undefined || type === "object" || (Array.isArray(type) && type.every((each) => each === "object" || each === "null"));
}

export function isNull(schema: JsonSchema): boolean {
  return typeof schema === "object" && schema["type"] === "null";
}

function onlyRequires(schema: JsonSchema): boolean {
  return typeof schema === "object" && Object.keys(schema).every((keyword) => keyword === "required");
}
