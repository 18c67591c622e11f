import { isObject, type Json, type JsonObject } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { eachSubschema } from "./keywords.ts";

/** The results of `referencesOf`. They remain valid, since a converted schema never changes. */
const known = new WeakMap<JsonObject, readonly string[]>();

/**
 * The sorted names of the shared schemas that a converted schema refers to directly. A `$ref` in an example or a default value is data, not
 * a reference.
 */
export function referencesOf(schema: Json): readonly string[] {
  if (!isObject(schema)) return [];
  const found = known.get(schema) ?? findReferences(schema);
  known.set(schema, found);
  return found;
}

function findReferences(schema: JsonObject): readonly string[] {
  const names = new Set<string>();
  const visit = (node: Json): void => {
    if (!isObject(node)) return;
    const name = sharedSchemaName(node.$ref);
    if (name !== undefined) names.add(name);
    eachSubschema(node, visit);
  };
  visit(schema);
  return [...names].sort(compareText);
}

/** The name of the shared schema that a `$ref` refers to; `undefined` if the `$ref` does not refer to a shared schema. */
export function sharedSchemaName($ref: Json | undefined): string | undefined {
  return typeof $ref === "string" && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
}

const prefix = "#/$defs/";
