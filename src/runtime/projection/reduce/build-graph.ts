import { isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import type { ProviderProfile } from "../limits/profile.ts";
import { isSchema, referredName, type SchemaObject, schemasByName, schemasIn, stringsIn } from "../schema.ts";
import { isOmitted, type PartContext } from "./is-omitted.ts";
import { withKnownKeywords } from "./known-keywords.ts";
import { containedBy, createInterning, type GraphEntry, type GraphNode, isAnnotation } from "./schema-graph.ts";
import { runSteps, type Steps } from "./steps.ts";

export interface SchemaGraph {
  readonly root: GraphNode;
  /**
   * The recursive schemas, by name. A reference to a recursive schema is another node, which has no content, so that the graph has no
   * cycles.
   */
  readonly recursive: ReadonlyMap<string, GraphNode>;
  /** The schemas in `$defs` that the schema refers to, by name. */
  readonly definitions: ReadonlyMap<string, GraphNode>;
  /** The schemas that must be in `$defs`, since a reference to them has other constraints beside it. */
  readonly fixed: ReadonlySet<GraphNode>;
}

/** The properties of a provider's form of JSON Schema that affect how `reduceSchema` shortens a schema. */
export interface Reduction {
  /** `open`: the provider accepts object schemas without `additionalProperties: false`. */
  readonly objects: ProviderProfile["objects"];
  readonly references: ProviderProfile["references"];
}

/** Builds the graph of a schema, without the keywords that `reduceSchema` omits. */
export function buildGraph(
  schema: SchemaObject,
  definitions: ReadonlyMap<string, JsonSchema>,
  { objects }: Pick<Reduction, "objects">,
): SchemaGraph {
  const isOpen = objects === "open";
  const interning = createInterning();
  const exact = namesBelow(schema, definitions);
  const built = new Map<string, GraphNode | "open">();
  const recursive = new Map<string, GraphNode>();
  const fixed = new Set<GraphNode>();

  function* definition(name: string): Steps<GraphNode> {
    const found = built.get(name);
    if (found === "open") recursive.set(name, interning.recursive(name));
    if (found !== undefined) return found === "open" ? interning.recursive(name) : found;
    built.set(name, "open");
    const body = yield* visit(definitions.get(name) ?? true, { name, mayWiden: isOpen && !exact.has(name) });
    const isRecursive = recursive.has(name);
    if (isRecursive) recursive.set(name, body);
    const node = isRecursive ? interning.recursive(name) : body;
    built.set(name, node);
    return node;
  }

  function* visit(given: JsonSchema, context: PartContext): Steps<GraphNode> {
    if (typeof given === "boolean") return interning.literal(given);
    const entries: GraphEntry[] = [];
    for (const [keyword, value] of Object.entries(withKnownKeywords(given)))
      if (!isOmitted(given, keyword, context)) entries.push(yield* entryOf(keyword, value, context, given));
    return merged(entries, context.name);
  }

  function* entryOf(keyword: string, value: unknown, context: PartContext, schema: SchemaObject): Steps<GraphNode, GraphEntry> {
    const inner: PartContext = { name: context.name, mayWiden: context.mayWiden && !exactKeywords.has(keyword) };
    const name = keyword === "$ref" ? referredName(value) : undefined;
    if (name !== undefined) return { kind: "reference", keyword, part: yield definition(name) };
    switch (containedBy.get(keyword)) {
      case "one":
        return isSchema(value) ? { kind: "one", keyword, part: yield* visit(value, inner) } : { kind: "value", keyword, value };
      case "array": {
        const nodes: GraphNode[] = [];
        for (const each of schemasIn(value)) nodes.push(yield* visit(each, inner));
        return { kind: "array", keyword, parts: keyword === "anyOf" ? alternativesIn(nodes) : nodes };
      }
      case "map": {
        const members: [string, GraphNode][] = [];
        const required = new Set(stringsIn(schema["required"]));
        for (const [name, each] of schemasByName(value))
          members.push([name, yield* visit(each, keyword === "properties" ? { ...inner, name, isRequired: required.has(name) } : inner)]);
        return { kind: "map", keyword, members };
      }
      default:
        return { kind: "value", keyword, value };
    }
  }

  /**
   * Returns the node of the schema with these keywords. If the schema only wraps another schema, returns the node of the wrapped schema.
   */
  function merged(entries: readonly GraphEntry[], name: string): GraphNode {
    const wrapper = entries.find(isWrapper);
    const [inner] = wrapper === undefined ? [] : wrapper.kind === "array" ? wrapper.parts : [wrapper.part];
    if (wrapper === undefined || inner === undefined) return interning.schema(entries, name);
    const keywords = keywordsOf(inner);
    const beside = entries.filter((each) => each !== wrapper && !isIn(inner, each));
    if (beside.length === 0 && inner.content !== undefined) return inner;
    if (keywords !== undefined && beside.every((each) => isAnnotation(each) || isSeparate(each, keywords)))
      return interning.schema([{ kind: "reference", keyword: "$ref", part: inner }, ...beside], name);
    if (wrapper.keyword === "$ref") fixed.add(inner);
    return interning.schema(entries, name);
  }

  const root = runSteps(visit(schema, { name: "", mayWiden: isOpen, isRoot: true }));
  // When the whole schema is visited, no definition is still open.
  const definitionNodes = [...built].flatMap(([name, node]): [string, GraphNode][] => (node === "open" ? [] : [[name, node]]));
  return { root, recursive, definitions: new Map(definitionNodes), fixed };
}

/** If a schema below one of these keywords accepts more values, the schema that contains the keyword may accept fewer. */
export const exactKeywords: ReadonlySet<string> = new Set(["oneOf", "not", "if", "contains"]);

/** The names of the shared schemas that are reached below one of `exactKeywords`. */
export function namesBelow(schema: SchemaObject, definitions: ReadonlyMap<string, JsonSchema>): ReadonlySet<string> {
  const names = new Set<string>();
  const open: [part: unknown, isBelow: boolean][] = [schema, ...definitions.values()].map((each) => [each, false]);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [part, isBelow] = next;
    if (!isRecord(part)) continue;
    const name = isBelow ? referredName(part["$ref"]) : undefined;
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      open.push([definitions.get(name), true]);
    }
    for (const [keyword, value] of Object.entries(part)) {
      const kind = containedBy.get(keyword);
      const isExact = isBelow || exactKeywords.has(keyword);
      if (kind === "one") open.push([value, isExact]);
      else if (kind !== undefined && typeof value === "object" && value !== null)
        for (const each of Object.values(value)) open.push([each, isExact]);
    }
  }
  return names;
}

/** The distinct alternatives of an `anyOf`. A nested `anyOf` is replaced by its alternatives. */
function alternativesIn(nodes: readonly GraphNode[]): GraphNode[] {
  const all = nodes.flatMap((node) => {
    const [only, ...others] = typeof node.content === "object" ? node.content : [];
    return only?.kind === "array" && only.keyword === "anyOf" && others.length === 0 ? only.parts : [node];
  });
  return [...new Set(all)];
}

/** Whether a keyword may only wrap another schema: a reference, or an `allOf`, `anyOf` or `oneOf` of one schema. */
function isWrapper(entry: GraphEntry): entry is Extract<GraphEntry, { kind: "reference" | "array" }> {
  return entry.kind === "reference" || (entry.kind === "array" && entry.keyword !== "prefixItems" && entry.parts.length === 1);
}

function isIn({ content }: GraphNode, entry: GraphEntry): boolean {
  if (entry.kind !== "value" || typeof content !== "object") return false;
  return content.some(
    (each) => each.kind === "value" && each.keyword === entry.keyword && JSON.stringify(each.value) === JSON.stringify(entry.value),
  );
}

/**
 * The keywords of a schema, including those of a schema that it wraps; `undefined` for a boolean schema and for a reference to a recursive
 * schema.
 */
function keywordsOf(node: GraphNode): ReadonlySet<string> | undefined {
  const keywords = new Set<string>();
  for (let inner: GraphNode | undefined = node; inner !== undefined; ) {
    if (typeof inner.content !== "object") return undefined;
    for (const { keyword } of inner.content) keywords.add(keyword);
    inner = inner.content.find((entry) => entry.kind === "reference")?.part;
  }
  return keywords;
}

/** Whether a keyword keeps its meaning when it is added to a schema that has the keywords `others`. */
function isSeparate({ kind, keyword }: GraphEntry, others: ReadonlySet<string>): boolean {
  return kind === "value" && !others.has(keyword) && keyword !== "minContains" && keyword !== "maxContains";
}
