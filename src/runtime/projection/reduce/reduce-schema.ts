import { isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { referenceTo, referredName, type SchemaObject, schemasByName, withoutKeywords } from "../schema.ts";
import { buildGraph, type Reduction } from "./build-graph.ts";
import { nameShared } from "./name-shared.ts";
import { repeatsName } from "./repeats-name.ts";
import { type GraphEntry, type GraphNode, isMovable } from "./schema-graph.ts";

/** The options of `reduceSchema` for providers that accept any JSON Schema. */
export const openForm: Reduction = { objects: "open", references: "siblings" };

/**
 * Shortens a schema for a model, in time linear in its size. Titles and descriptions that only repeat a name are omitted. An `allOf` or
 * `anyOf` of one schema is replaced by that schema. A schema that is not recursive is in `$defs` only if this makes the whole smaller. If
 * `reduction.objects` is `open`, `additionalProperties: false` is omitted, and the `minLength: 1` of required members: a call is validated
 * with the tool's own schema. Apart from members without a name and empty texts, the result accepts the same values as `schema`.
 */
export function reduceSchema(schema: SchemaObject, reduction: Reduction): SchemaObject {
  const definitions = new Map(schemasByName(schema["$defs"]));
  if (!isMovable(schema, definitions)) return schema;
  const graph = buildGraph(withoutKeywords(schema, ["$defs"]), definitions, reduction);
  const names = reduction.references === "inline" ? new Map<GraphNode, string>() : nameShared(graph);

  function shown(node: GraphNode): JsonSchema {
    const name = names.get(node) ?? (node.content === undefined ? node.name : undefined);
    return name === undefined ? written(node) : referenceTo(name);
  }

  function written({ content = [] }: GraphNode): JsonSchema {
    if (typeof content === "boolean") return content;
    const result = new Map<string, unknown>();
    for (const entry of content) {
      if (entry.keyword === "discriminator" && entry.kind === "value") {
        const value = withListed(entry.value);
        if (value !== undefined) result.set(entry.keyword, value);
      } else if (entry.kind === "reference") for (const [keyword, value] of wrapped(entry.part, content.length)) result.set(keyword, value);
      else result.set(entry.keyword, joined(result, entry.keyword, valueOf(entry)));
    }
    return Object.fromEntries(result);
  }

  /** A discriminator whose mapping names only schemas in `$defs`, by their names there; `undefined` if it names none. */
  function withListed(discriminator: unknown): unknown {
    if (!isRecord(discriminator) || !isRecord(discriminator["mapping"])) return undefined;
    const mapping = Object.entries(discriminator["mapping"]).flatMap(([value, reference]) => {
      const node = graph.definitions.get(referredName(reference) ?? "");
      const name = node && (names.get(node) ?? (node.content === undefined ? node.name : undefined));
      return name === undefined ? [] : [[value, referenceTo(name)["$ref"]]];
    });
    return mapping.length === 0 ? undefined : { ...discriminator, mapping: Object.fromEntries(mapping) };
  }

  /** The keywords of a schema that another schema wraps. `entries` is the number of keywords of the schema that wraps it. */
  function wrapped(node: GraphNode, entries: number): Iterable<[string, unknown]> {
    const schema = objectOf(shown(node));
    return Object.entries(entries > 1 && reduction.references === "alone" && "$ref" in schema ? { anyOf: [schema] } : schema);
  }

  function valueOf(entry: Exclude<GraphEntry, { kind: "reference" }>): unknown {
    switch (entry.kind) {
      case "value":
        return entry.value;
      case "one":
        return shown(entry.part);
      case "array":
        return entry.parts.map(shown);
      case "map":
        return Object.fromEntries(
          entry.members.map(([name, node]) => [name, entry.keyword === "properties" ? ofMember(name, shown(node)) : shown(node)]),
        );
    }
  }

  const shared = [...names].map(([node, name]) => [name, written(node)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const root = objectOf(written(graph.root));
  return shared.length === 0 ? root : { ...root, $defs: Object.fromEntries(shared) };
}

/** The schema of a member. A description that only repeats the member's name is omitted. */
function ofMember(name: string, schema: JsonSchema): JsonSchema {
  const { description, ...rest } = objectOf(schema);
  return typeof description === "string" && repeatsName(description, name) ? rest : schema;
}

/**
 * Combines an annotation beside a reference with the target's annotation. Descriptions are concatenated; any other annotation of the target
 * is replaced.
 */
function joined(schema: ReadonlyMap<string, unknown>, keyword: string, value: unknown): unknown {
  const inner = keyword === "description" ? schema.get(keyword) : undefined;
  return typeof inner !== "string" || String(value).includes(inner) ? value : `${value}\n\n${inner}`;
}

function objectOf(schema: JsonSchema): SchemaObject {
  return isRecord(schema) ? schema : schema ? {} : { not: {} };
}
