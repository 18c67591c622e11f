import { isArray, isObject, type Json, type JsonObject } from "../../src/source/json/json.ts";
import { manifestSchema } from "../../src/targets/manifest-schema.ts";

const root = manifestSchema as JsonObject; // It is an object with `$defs`.
const definitions = root.$defs as JsonObject;

/** Adds the names of all members of a manifest that a value has, such as `Pages.next`. */
export function addMembers(value: Json, found: Set<string>, schema: Json = root, path = "Manifest"): void {
  if (!isObject(schema)) return;
  if (typeof schema.$ref === "string") {
    const name = schema.$ref.slice("#/$defs/".length);
    addMembers(value, found, definitions[name] ?? {}, name);
  }
  for (const alternative of isArray(schema.anyOf) ? schema.anyOf : []) addMembers(value, found, alternative, path);
  if (isArray(value)) for (const item of value) addMembers(item, found, schema.items ?? {}, path);
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    const own = isObject(schema.properties) ? schema.properties[name] : undefined;
    if (own !== undefined) found.add(`${path}.${name}`);
    addMembers(member ?? null, found, own ?? schema.additionalProperties ?? {}, own === undefined ? path : `${path}.${name}`);
  }
}

/** The names of the members that a manifest may have and that are not among `found`. */
export function missingMembers(found: ReadonlySet<string>): string[] {
  const all = new Set<string>();
  const walk = (schema: Json | undefined, path: string): void => {
    if (!isObject(schema)) return;
    for (const [name, member] of Object.entries(isObject(schema.properties) ? schema.properties : {})) {
      all.add(`${path}.${name}`);
      walk(member, `${path}.${name}`);
    }
    for (const inner of [...(isArray(schema.anyOf) ? schema.anyOf : []), schema.items, schema.additionalProperties]) walk(inner, path);
  };
  walk(root, "Manifest");
  for (const [name, schema] of Object.entries(definitions)) walk(schema, name);
  return [...all].filter((name) => !found.has(name));
}
