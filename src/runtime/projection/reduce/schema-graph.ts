import { isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { annotationKeywords, referredName } from "../schema.ts";

/** A schema as a node of an acyclic graph. Equal schemas are the same node, so that repeated schemas are found. */
export interface GraphNode {
  readonly id: number;
  /** `undefined` for a reference to a recursive schema. */
  readonly content: boolean | readonly GraphEntry[] | undefined;
  /** The preferred name of the schema in `$defs`. */
  readonly name: string;
  /** The length of the schema's JSON if every schema in it is written in full. With many repeated schemas, it may be `Infinity`. */
  readonly size: number;
}

/**
 * A keyword of a schema. `reference`: a schema that the value must also match, as for a `$ref`. `one`, `array`, `map`: the keyword contains
 * one schema, an array of schemas, or schemas by name.
 */
export type GraphEntry =
  | { readonly kind: "value"; readonly keyword: string; readonly value: unknown }
  | { readonly kind: "reference"; readonly keyword: string; readonly part: GraphNode }
  | { readonly kind: "one"; readonly keyword: string; readonly part: GraphNode }
  | { readonly kind: "array"; readonly keyword: string; readonly parts: readonly GraphNode[] }
  | { readonly kind: "map"; readonly keyword: string; readonly members: readonly (readonly [string, GraphNode])[] };

/** The keywords of JSON Schema 2020-12 that contain schemas: `one` schema, an `array` of schemas, or a `map` of schemas by name. */
export const containedBy: ReadonlyMap<string, "one" | "array" | "map"> = new Map([
  ...["items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "if", "then", "else", "not", "contains"].map(
    (keyword) => [keyword, "one"] as const,
  ),
  ["propertyNames", "one"],
  ["contentSchema", "one"],
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((keyword) => [keyword, "array"] as const),
  ...["properties", "patternProperties", "dependentSchemas"].map((keyword) => [keyword, "map"] as const),
]);

/** Creates the nodes of one graph. Equal content gives the same node. */
export interface Interning {
  readonly literal: (value: boolean) => GraphNode;
  readonly recursive: (name: string) => GraphNode;
  readonly schema: (content: readonly GraphEntry[], name: string) => GraphNode;
}

export function createInterning(): Interning {
  const known = new Map<string, GraphNode>();
  const nodeOf = (key: string, make: (id: number) => GraphNode): GraphNode => {
    const found = known.get(key) ?? make(known.size);
    known.set(key, found);
    return found;
  };
  return {
    literal: (value: boolean) => nodeOf(String(value), (id) => ({ id, content: value, name: "", size: 5 })),
    recursive: (name: string) => nodeOf(`@${name}`, (id) => ({ id, content: undefined, name, size: 22 + name.length })),
    schema: (content: readonly GraphEntry[], name: string) =>
      nodeOf(content.map(keyOf).join("\n"), (id) => ({ id, content, name, size: content.reduce((sum, each) => sum + sizeOf(each), 2) })),
  };
}

/** A text that is equal only for equal entries. It contains no line breaks, so texts can be joined by them. */
function keyOf(entry: GraphEntry): string {
  const keyword = JSON.stringify(entry.keyword);
  switch (entry.kind) {
    case "value":
      return `${keyword}=${JSON.stringify(entry.value)}`;
    case "reference":
    case "one":
      return `${keyword}#${entry.part.id}`;
    case "array":
      return `${keyword}[${entry.parts.map(({ id }) => id).join()}]`;
    case "map":
      return `${keyword}{${entry.members.map(([name, { id }]) => `${JSON.stringify(name)}:${id}`).join()}}`;
  }
}

function sizeOf(entry: GraphEntry): number {
  const own = entry.keyword.length + 4;
  switch (entry.kind) {
    case "value":
      return own + (JSON.stringify(entry.value)?.length ?? 0);
    case "reference":
    case "one":
      return own + entry.part.size;
    case "array":
      return own + entry.parts.reduce((sum, { size }) => sum + size + 1, 1);
    case "map":
      return own + entry.members.reduce((sum, [name, { size }]) => sum + name.length + 4 + size, 1);
  }
}

/** The nodes that a node contains, one for each occurrence. */
export function nodesIn({ content }: GraphNode): readonly GraphNode[] {
  return typeof content === "object" ? content.flatMap(nodesOf) : [];
}

function nodesOf(entry: GraphEntry): readonly GraphNode[] {
  switch (entry.kind) {
    case "value":
      return [];
    case "reference":
    case "one":
      return [entry.part];
    case "array":
      return entry.parts;
    case "map":
      return entry.members.map(([, node]) => node);
  }
}

export function isAnnotation({ keyword }: GraphEntry): boolean {
  return annotationKeywords.has(keyword);
}

/**
 * Whether every reference names a schema in `$defs`, and no schema has an identity such as `$id`. If not, schemas cannot be moved, since
 * references may depend on where they are.
 */
export function isMovable(schema: JsonSchema, definitions: ReadonlyMap<string, JsonSchema>): boolean {
  const open: unknown[] = [schema];
  while (open.length > 0) {
    const part = open.pop();
    if (!isRecord(part)) continue;
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === "$ref" && !definitions.has(referredName(value) ?? "")) return false;
      if (identities.has(keyword)) return false;
      const parts = keyword === "$defs" ? "map" : containedBy.get(keyword);
      if (parts === "one") open.push(value);
      else if (parts !== undefined && typeof value === "object" && value !== null) for (const each of Object.values(value)) open.push(each);
    }
  }
  return true;
}

const identities: ReadonlySet<string> = new Set(["$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveRef"]);
