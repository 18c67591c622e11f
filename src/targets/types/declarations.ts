import { neverType, type TypeNode, unionOf, unknownTypeNode } from "./type-node.ts";

/**
 * Removes the references by which a type alias refers to itself, as in `type A = A | string`, since TypeScript rejects such an alias. In a
 * union or intersection, a reference to the alias itself adds nothing, so the type remains the same.
 *
 * TypeScript allows references inside arrays and members. All other references are the edges of a graph of type names. First, names without
 * outgoing edges are removed until each name has an outgoing edge. Then, names without incoming edges are removed in the same way. The
 * remaining names are in cycles, or between two cycles.
 */
export function withoutCircularAliases(types: ReadonlyMap<string, TypeNode>): ReadonlyMap<string, TypeNode> {
  const graph = new Map<string, ReadonlySet<string>>();
  for (const [name, type] of types) {
    const names = new Set<string>();
    collectDirectReferences(type, names);
    if (names.size > 0) graph.set(name, names);
  }
  const circular = cyclicPart(reversed(cyclicPart(graph)));
  if (circular.size === 0) return types;
  return new Map([...types].map(([name, type]) => [name, circular.has(name) ? removeReferences(type, circular) : type]));
}

/** Collects the names of references that are the type itself or a part of a union or intersection. */
function collectDirectReferences(type: TypeNode, names: Set<string>): void {
  if (type.kind === "reference") names.add(type.name);
  if (type.kind === "union" || type.kind === "intersection") for (const member of type.members) collectDirectReferences(member, names);
}

/** The part of a graph from which a cycle can be reached. */
function cyclicPart(graph: ReadonlyMap<string, ReadonlySet<string>>): Map<string, ReadonlySet<string>> {
  const left = new Map([...graph].map(([name, names]) => [name, new Set([...names].filter((each) => graph.has(each)))]));
  const referrers = reversed(left);
  const ends = [...left].filter(([, names]) => names.size === 0).map(([name]) => name);
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    left.delete(end);
    for (const referrer of referrers.get(end) ?? []) {
      const names = left.get(referrer);
      if (names?.delete(end) && names.size === 0) ends.push(referrer);
    }
  }
  return left;
}

function reversed(graph: ReadonlyMap<string, ReadonlySet<string>>): Map<string, Set<string>> {
  const turned = new Map([...graph.keys()].map((name) => [name, new Set<string>()]));
  for (const [name, names] of graph) for (const each of names) turned.get(each)?.add(name);
  return turned;
}

function removeReferences(type: TypeNode, circular: ReadonlyMap<string, unknown>): TypeNode {
  const isCircular = (member: TypeNode) => member.kind === "reference" && circular.has(member.name);
  if (isCircular(type)) return unknownTypeNode;
  if (type.kind === "union") {
    const rest = type.members.filter((member) => !isCircular(member)).map((member) => removeReferences(member, circular));
    return rest.length === 0 ? unknownTypeNode : unionOf([neverType, ...rest]);
  }
  if (type.kind !== "intersection") return type;
  const rest = type.members.filter((member) => !isCircular(member)).map((member) => removeReferences(member, circular));
  const [only] = rest;
  return only === undefined ? unknownTypeNode : rest.length === 1 ? only : { kind: "intersection", members: rest };
}
