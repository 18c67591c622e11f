import type { JsonSchema } from "../source/json/json.ts";
import { compareText } from "../source/text/compare.ts";
import { referencesOf } from "./references.ts";

/**
 * The names of the shared schemas to which `roots` refer, directly or through other shared schemas. A reference has the form
 * `#/$defs/<name>`.
 */
export function closure(schemas: ReadonlyMap<string, { readonly json: JsonSchema }>, roots: Iterable<JsonSchema>): Set<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    for (const name of referencesOf(schema)) {
      const target = reached.has(name) ? undefined : schemas.get(name);
      reached.add(name);
      if (target !== undefined) waiting.push(target.json);
    }
  }
  return reached;
}

/** Makes a schema self-contained: `$defs` contains all shared schemas that it refers to, directly or indirectly, sorted by name. */
export function selfContained(schema: JsonSchema, schemas: ReadonlyMap<string, { readonly json: JsonSchema }>): JsonSchema {
  const names = [...closure(schemas, [schema])].sort(compareText);
  if (names.length === 0) return schema;
  const definitions = names.map((name): [string, JsonSchema] => {
    const target = schemas.get(name);
    if (target === undefined) throw new Error(`No shared schema has the name ${JSON.stringify(name)}`);
    return [name, target.json];
  });
  return { ...schema, $defs: Object.fromEntries(definitions) };
}
