import { compareText } from "../source/compare.ts";
import { isArray, isObject, type Json } from "../source/json.ts";

/** The shared schemas that a schema points to directly, sorted. A `$ref` in an example or a default is data. */
export function referencesOf(schema: Json): string[] {
  const names = new Set<string>();
  gather(schema, names);
  return [...names].sort(compareText);
}

function gather(schema: Json, names: Set<string>): void {
  if (!isObject(schema)) return;
  for (const keyword in schema) {
    const value = schema[keyword];
    if (value === undefined) continue;
    const kind = kinds.get(keyword);
    if (kind === "schema") gather(value, names);
    else if (kind === "list" && isArray(value)) for (const each of value) gather(each, names);
    else if (kind === "map" && isObject(value)) for (const name in value) gather(value[name] ?? true, names);
    else if (keyword === "$ref") {
      const name = nameOfReference(value);
      if (name !== undefined) names.add(name);
    }
  }
}

/** The shared schema that a `$ref` points to. */
export function nameOfReference($ref: Json): string | undefined {
  return typeof $ref === "string" && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;
}

const prefix = "#/$defs/";

/** The keywords of JSON Schema 2020-12 that hold schemas. */
const kinds: ReadonlyMap<string, "schema" | "list" | "map"> = new Map([
  ..."items additionalProperties propertyNames contains not if then else unevaluatedItems unevaluatedProperties contentSchema"
    .split(" ")
    .map((keyword) => [keyword, "schema"] as const),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "list"] as const),
  ...["properties", "patternProperties", "dependentSchemas"].map((keyword) => [keyword, "map"] as const),
]);

/** The names of `from` and of all that they reach in `graph`, sorted. */
export function closureOf(from: Iterable<string>, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const reached = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (reached.has(name) || !graph.has(name)) continue;
    reached.add(name);
    open.push(...(graph.get(name) ?? []));
  }
  return [...reached].sort(compareText);
}
