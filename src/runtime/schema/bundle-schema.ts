import type { JsonSchema, SchemaLiteral, SchemaSource, SharedSchema, SharedSchemaFunction } from "./schema.ts";

/** Makes a schema self-contained: all shared schemas that it refers to are added under `$defs`. */
export function bundleSchema(source: SchemaSource): { readonly [keyword: string]: unknown } {
  const visited = new Map<SharedSchemaFunction, SharedSchema>();
  const named = nameReferences(isShared(source) ? { type: "object", $ref: source } : source, visited);
  const shared = new Map<string, JsonSchema>();
  // `visited` grows while it is iterated, until all referenced schemas are visited.
  for (const { name, schema } of visited.values()) if (!shared.has(name)) shared.set(name, nameReferences(schema, visited));
  const root = resolveBareReference(named, shared);
  const own = typeof root === "boolean" ? (root ? {} : { not: {} }) : root;
  return shared.size === 0 ? own : { ...own, $defs: Object.fromEntries(shared) };
}

function isShared(source: SchemaSource): source is SharedSchemaFunction {
  return typeof source === "function";
}

/** Copies a schema. Each `$ref` that is a function is replaced by a reference to `$defs`. */
function nameReferences(schema: SchemaLiteral, visited: Map<SharedSchemaFunction, SharedSchema>): JsonSchema {
  return copy(schema, visited) as JsonSchema; // The cast is safe: `copy` returns an object for an object.
}

function copy(value: unknown, visited: Map<SharedSchemaFunction, SharedSchema>): unknown {
  if (typeof value === "function") {
    const reference = value as SharedSchemaFunction; // The cast is safe: the compiler writes no other functions into a schema.
    const shared = visited.get(reference) ?? reference();
    visited.set(reference, shared);
    return `#/$defs/${shared.name}`;
  }
  if (Array.isArray(value)) return value.map((item) => copy(item, visited));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member, visited)]));
}

/**
 * Replaces a root that is only a reference by the target of the reference: MCP and the model providers require `type: object` at the root.
 */
function resolveBareReference(schema: JsonSchema, shared: ReadonlyMap<string, JsonSchema>): JsonSchema {
  const seen = new Set<JsonSchema>();
  let root = schema;
  while (typeof root === "object" && typeof root["$ref"] === "string" && Object.keys(root).length === 1 && !seen.has(root)) {
    seen.add(root);
    const target = shared.get(root["$ref"].slice("#/$defs/".length));
    if (target === undefined) return root;
    root = target;
  }
  return root;
}
