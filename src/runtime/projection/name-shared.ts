import type { SchemaGraph } from "./build-graph.ts";
import { type GraphNode, nodesIn } from "./schema-graph.ts";

/**
 * Chooses the schemas that move to `$defs`, and their names: recursive schemas, schemas to which a reference has other constraints beside
 * it, and schemas whose move makes the whole schema smaller.
 */
export function nameShared({ root, recursive, fixed }: SchemaGraph): ReadonlyMap<GraphNode, string> {
  const names = new Map<GraphNode, string>();
  const taken = new Set<string>(recursive.keys());
  for (const [name, body] of recursive) names.set(body, name);
  const occurrences = new Map<GraphNode, number>();
  const count = (node: GraphNode, more: number) => occurrences.set(node, (occurrences.get(node) ?? 0) + more);
  for (const node of [root, ...recursive.values()]) count(node, 1);
  for (const node of parentsFirst([root, ...recursive.values()])) {
    const occurring = occurrences.get(node) ?? 0;
    if (!names.has(node) && node !== root && typeof node.content === "object" && (fixed.has(node) || saved(node, occurring) > 0)) {
      const name = freeName(node.name, taken);
      taken.add(name);
      names.set(node, name);
    }
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
  const visit = (node: GraphNode): void => {
    if (done.has(node)) return;
    done.add(node);
    for (const part of nodesIn(node)) visit(part);
    order.push(node);
  };
  for (const root of roots) visit(root);
  return order.reverse();
}

function freeName(preferred: string, taken: ReadonlySet<string>): string {
  const base = preferred.replace(/[^A-Za-z0-9_]+/g, "_") || "Shared";
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}${number}`;
  return name;
}
