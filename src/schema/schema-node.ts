import { isArray, isObject, type Json, type JsonObject } from "../source/json/json.ts";
import type { Tree } from "../source/tree.ts";
import type { SchemaPlace } from "./convert/converted.ts";
import type { Grammar } from "./convert/dialect.ts";
import { readAlternative } from "./convert/nullable.ts";
import { type ReferencedSchema, referenceIn, type SchemaTable } from "./schema-table.ts";

/** An authored schema with its location, to which its references are relative. */
export interface SchemaNode {
  readonly node: Json;
  readonly tree: Tree;
  readonly place: () => SchemaPlace;
}

/** The table of shared schemas and the grammar of the dialect, by which references are resolved. */
export interface ReferenceContext {
  readonly table: SchemaTable;
  readonly grammar: Grammar;
}

export function childNode({ tree, place }: SchemaNode, node: Json, ...steps: readonly (string | number)[]): SchemaNode {
  return {
    node: steps[0] === "anyOf" || steps[0] === "oneOf" ? readAlternative(node) : node,
    tree,
    place: () => {
      const outer = place();
      return { tree: outer.tree, path: [...outer.path, ...steps] };
    },
  };
}

export function nodeOf({ node, place }: ReferencedSchema): SchemaNode {
  return { node, tree: place.tree, place: () => place };
}

export function targetOf({ node, tree, place }: SchemaNode, { table }: ReferenceContext): ReferencedSchema | undefined {
  return isObject(node) ? table.target(node, tree, place) : undefined;
}

/** Whether a schema is a reference in a dialect that ignores all keywords beside a reference. */
export function isBareReference(node: JsonObject, { grammar }: ReferenceContext): boolean {
  return !grammar.appliesReferenceSiblings && referenceIn(node, grammar) !== undefined;
}

/** A schema that applies to a value together with other schemas. */
export interface Conjunct extends SchemaNode {
  readonly node: JsonObject;
}

/**
 * All schemas that apply to a value that matches `nodes`: the schemas in `nodes`, the targets of their references and their `allOf`.
 * Alternatives are not included. The result is `undefined` if one of the schemas accepts nothing.
 */
export function conjunctsOf(nodes: readonly SchemaNode[], context: ReferenceContext): readonly Conjunct[] | undefined {
  const found = new Map<JsonObject, Conjunct | undefined>();
  // Not recursive, because a chain of references may contain all schemas of a document.
  const waiting = nodes.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node } = next;
    if (node === false) return undefined;
    if (!isObject(node) || found.has(node)) continue;
    const isBare = isBareReference(node, context);
    // A bare reference adds no schema except its target. The reference is recorded because references may lead back to it.
    found.set(node, isBare ? undefined : { ...next, node });
    const parts = isBare || !isArray(node.allOf) ? [] : node.allOf;
    for (const [index, part] of [...parts.entries()].reverse()) waiting.push(childNode(next, part, "allOf", index));
    const target = targetOf(next, context);
    if (target !== undefined) waiting.push(nodeOf(target));
  }
  return [...found.values()].filter((each) => each !== undefined);
}
