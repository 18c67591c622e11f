import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import type { Tree } from "../source/tree.ts";
import type { SchemaPlace } from "./converted.ts";
import type { Grammar } from "./dialect.ts";
import { referenceIn, type SchemaTable, type SharedSchema } from "./table.ts";

/** A schema as it was written, with its place, which a reference in it may need to be followed. */
export interface SchemaNode {
  readonly node: Json;
  readonly tree: Tree;
  readonly place: () => SchemaPlace;
}

/** What it takes to follow references. */
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

export function nodeOf({ node, place }: SharedSchema): SchemaNode {
  return { node, tree: place.tree, place: () => place };
}

export function targetOf({ node, tree, place }: SchemaNode, { table }: ReferenceContext): SharedSchema | undefined {
  return isObject(node) ? table.target(node, tree, place) : undefined;
}

/** Whether what stands beside the reference of a schema says nothing, because there is one. */
export function isBareReference(node: JsonObject, { grammar }: ReferenceContext): boolean {
  return !grammar.siblingsCount && referenceIn(node, grammar) !== undefined;
}

/** One of the schemas that hold for the same value. */
export interface Conjunct extends SchemaNode {
  readonly node: JsonObject;
}

/**
 * All schemas that hold for a value of these: they themselves, what they refer to and what they are all of. Alternatives are not looked
 * into. `undefined` where one of them accepts nothing.
 */
export function conjunctsOf(nodes: readonly SchemaNode[], context: ReferenceContext): readonly Conjunct[] | undefined {
  const found = new Map<Json, Conjunct | undefined>();
  return nodes.every((schemaNode) => addConjuncts(schemaNode, context, found))
    ? [...found.values()].filter((each) => each !== undefined)
    : undefined;
}

/** What only refers to another says nothing itself; that it was met is noted, as references may lead back to it. */
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
