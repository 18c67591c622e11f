import type { JsonSchema, SchemaLiteral, SchemaSource, SharedSchema, SharedSchemaFunction } from "./schema.ts";

/** One schema that needs no other, with the closure of what it refers to under `$defs`. */
export function assemble(source: SchemaSource): { readonly [keyword: string]: unknown } {
  const met = new Map<SharedSchemaFunction, SharedSchema>();
  const written = settle(isShared(source) ? { type: "object", $ref: source } : source, met);
  const shared = new Map<string, JsonSchema>();
  // Those that are met on the way are added behind, and visited too.
  for (const { name, schema } of met.values()) if (!shared.has(name)) shared.set(name, settle(schema, met));
  const root = withoutBareReference(written, shared);
  const own = typeof root === "boolean" ? (root ? {} : { not: {} }) : root;
  return shared.size === 0 ? own : { ...own, $defs: Object.fromEntries(shared) };
}

function isShared(source: SchemaSource): source is SharedSchemaFunction {
  return typeof source === "function";
}

/** A copy in which each shared schema is referred to by its name. */
function settle(schema: SchemaLiteral, met: Map<SharedSchemaFunction, SharedSchema>): JsonSchema {
  return copy(schema, met) as JsonSchema; // A copy of an object.
}

function copy(value: unknown, met: Map<SharedSchemaFunction, SharedSchema>): unknown {
  if (typeof value === "function") {
    const reference = value as SharedSchemaFunction; // Data holds no functions, and the compiler writes no others into a schema.
    const shared = met.get(reference) ?? reference();
    met.set(reference, shared);
    return `#/$defs/${shared.name}`;
  }
  if (Array.isArray(value)) return value.map((item) => copy(item, met));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member, met)]));
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
