import type { JsonSchema, SchemaSource, SharedSchemaFunction } from "./schema.ts";

/** One schema that needs no other, with the closure of what it uses under `$defs`. */
export function assemble(source: SchemaSource): { readonly [keyword: string]: unknown } {
  const shared = closure(source.uses);
  const root = withoutBareReference(source.schema, shared);
  const own = typeof root === "boolean" ? (root ? {} : { not: {} }) : root;
  return shared.size === 0 ? own : { ...own, $defs: Object.fromEntries(shared) };
}

function closure(uses: readonly SharedSchemaFunction[]): Map<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const waiting = [...uses].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const shared = next();
    if (found.has(shared.name)) continue;
    found.set(shared.name, shared.schema);
    waiting.push(...[...shared.uses].reverse());
  }
  return found;
}

/** Puts the shared schema in the place of a root that only refers to it: MCP and the model providers want `type: object` there. */
function withoutBareReference(schema: JsonSchema, shared: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const passed = new Set<JsonSchema>();
  let root = schema;
  while (typeof root === "object" && typeof root["$ref"] === "string" && Object.keys(root).length === 1 && !passed.has(root)) {
    passed.add(root);
    const target = shared.get(root["$ref"].slice("#/$defs/".length));
    if (target === undefined) return root;
    root = target;
  }
  return root;
}
