import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import type { Tree } from "../source/tree.ts";
import type { SchemaPlace } from "./converted.ts";
import type { Grammar } from "./dialect.ts";
import { type ReferencedSchema, referenceIn, type SchemaTable } from "./schema-table.ts";

/** An authored schema with its place, by which its references are resolved. */
export interface SchemaNode {
  readonly node: Json;
  readonly tree: Tree;
  readonly place: () => SchemaPlace;
}

/** The table and the grammar by which references are resolved. */
export interface ReferenceContext {
  readonly table: SchemaTable;
  readonly grammar: Grammar;
}

export function childNode({ tree, place }: SchemaNode, node: Json, ...steps: readonly (string | number)[]): SchemaNode {
  return {
    node,
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

/** Whether a schema is a reference beside which all other keywords are ignored. */
export function isBareReference(node: JsonObject, { grammar }: ReferenceContext): boolean {
  return !grammar.appliesReferenceSiblings && referenceIn(node, grammar) !== undefined;
}

/** One of several schemas that apply to the same value. */
export interface Conjunct extends SchemaNode {
  readonly node: JsonObject;
}

/**
 * All schemas that apply to a value that matches `nodes`: these schemas, the targets of their references and their `allOf`. Alternatives
 * are not included. `undefined` if one of the schemas accepts nothing.
 */
export function conjunctsOf(nodes: readonly SchemaNode[], context: ReferenceContext): readonly Conjunct[] | undefined {
  const found = new Map<Json, Conjunct | undefined>();
  return nodes.every((schemaNode) => addConjuncts(schemaNode, context, found))
    ? [...found.values()].filter((each) => each !== undefined)
    : undefined;
}

/** A schema that is only a reference is not added itself, but recorded as visited, as references may lead back to it. */
function addConjuncts(schemaNode: SchemaNode, context: ReferenceContext, found: Map<Json, Conjunct | undefined>): boolean {
  const { node } = schemaNode;
  if (!isObject(node)) return node !== false;
  if (found.has(node)) return true;
  const isBare = isBareReference(node, context);
  found.set(node, isBare ? undefined : { ...schemaNode, node });
  const target = targetOf(schemaNode, context);
  if (isBare) return target === undefined || addConjuncts(nodeOf(target), context, found);
  if (target !== undefined && !addConjuncts(nodeOf(target), context, found)) return false;
  const parts = isArray(node.allOf) ? node.allOf : [];
  return parts.every((part, index) => addConjuncts(childNode(schemaNode, part, "allOf", index), context, found));
}
