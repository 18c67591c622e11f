import type { SchemaGraph } from "./build-graph.ts";
import { type GraphNode, nodesIn } from "./schema-graph.ts";
import { runSteps, type Steps } from "./steps.ts";

/** How deep schemas may be nested in a schema for a model. Many parsers of JSON accept a hundred levels, and a member has two. */
const maxNesting = 40;

/**
 * Chooses the schemas that move to `$defs`, and their names: recursive schemas, schemas to which a reference has other constraints beside
 * it, schemas that would be nested too deep, and schemas whose move makes the whole schema smaller.
 */
export function nameShared({ root, recursive, fixed }: SchemaGraph): ReadonlyMap<GraphNode, string> {
  const names = new Map<GraphNode, string>();
  const taken = new Map<string, number>();
  for (const [name, body] of recursive) {
    names.set(body, name);
    taken.set(name, 1);
  }
  const occurrences = new Map<GraphNode, number>();
  const count = (node: GraphNode, more: number) => occurrences.set(node, (occurrences.get(node) ?? 0) + more);
  for (const node of [root, ...recursive.values()]) count(node, 1);
  const order = parentsFirst([root, ...recursive.values()]);
  const deep = nestedTooDeep(order);
  for (const node of order) {
    const occurring = occurrences.get(node) ?? 0;
    const isMoved = fixed.has(node) || deep.has(node) || saved(node, occurring) > 0;
    if (isMoved && !names.has(node) && node !== root && typeof node.content === "object") names.set(node, freeName(node.name, taken));
    const copies = names.has(node) || node === root ? 1 : occurring;
    for (const part of nodesIn(node)) count(part, copies);
  }
  return names;
}

/** The characters that are saved by moving a node to `$defs`. */
function saved({ size, name }: GraphNode, occurrences: number): number {
  return (occurrences - 1) * size - occurrences * (name.length + referenceCost) - name.length;
}

/**
 * The cost of a reference besides its name, in characters. It is higher than the real number, since punctuation takes more tokens than
 * letters.
 */
const referenceCost = 38;

/** All nodes of the graph, in an order in which a node comes after all nodes that contain it. */
function parentsFirst(roots: readonly GraphNode[]): GraphNode[] {
  const done = new Set<GraphNode>();
  const order: GraphNode[] = [];
  function* visit(node: GraphNode): Steps<void> {
    done.add(node);
    for (const part of nodesIn(node)) if (!done.has(part)) yield visit(part);
    order.push(node);
  }
  for (const root of roots) if (!done.has(root)) runSteps(visit(root));
  return order.reverse();
}

/** The nodes that would be nested deeper than `maxNesting` in the schema, however deep it is. */
function nestedTooDeep(order: readonly GraphNode[]): ReadonlySet<GraphNode> {
  const moved = new Set<GraphNode>();
  const heights = new Map<GraphNode, number>();
  for (const node of order.toReversed()) {
    const height = nodesIn(node).reduce((most, part) => Math.max(most, (heights.get(part) ?? 0) + 1), 0);
    if (height === maxNesting) moved.add(node);
    heights.set(node, height % maxNesting);
  }
  return moved;
}

/** A name that is free, and is then taken. `taken` has all names, each with the last number that was added to it. */
function freeName(preferred: string, taken: Map<string, number>): string {
  const base = preferred.replace(/[^A-Za-z0-9_]+/g, "_") || "Shared";
  for (let number = taken.get(base) ?? 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (taken.has(name)) continue;
    taken.set(name, 1).set(base, number);
    return name;
  }
}
