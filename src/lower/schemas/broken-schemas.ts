import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { type Origin, pointerOf, type Tree } from "../../source/tree.ts";
import { brokenInputSchema, brokenOutputSchema } from "./codes.ts";

/** An operation whose schemas depend on invalid values. */
export interface BrokenOperation {
  readonly toolset: string;
  readonly operation: string;
  readonly place: Origin;
  readonly side: "input" | "output";
  readonly broken: readonly Origin[];
}

/**
 * Reports invalid values in schemas. Values that affect the same operations share one diagnostic, which names these operations of all
 * toolsets.
 */
export function reportBroken(operations: readonly BrokenOperation[]): Diagnostic[] {
  return [
    ...groupBroken(operations, "input").map((group) => reportGroup(group, brokenInputSchema)),
    ...groupBroken(operations, "output").map((group) => reportGroup(group, brokenOutputSchema)),
  ];
}

/** Invalid values, and the operations whose schemas depend on each of them. */
interface BrokenGroup {
  readonly invalid: [Origin, ...Origin[]];
  readonly operations: readonly BrokenOperation[];
}

function groupBroken(operations: readonly BrokenOperation[], side: BrokenOperation["side"]): BrokenGroup[] {
  const groups = new Map<string, { readonly invalid: [Origin, ...Origin[]]; readonly lists: ReadonlySet<number> }>();
  const byList = indicesByList(operations, side);
  for (const { origin, lists } of listsByOrigin([...byList.keys()])) {
    const key = [...lists].join();
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { invalid: [origin], lists });
    else known.invalid.push(origin);
  }
  const indices = [...byList.values()];
  return [...groups.values()].map(({ invalid, lists }) => {
    const affected = [...lists].flatMap((list) => indices[list] ?? []).sort((a, b) => a - b);
    return { invalid, operations: affected.flatMap((index) => operations[index] ?? []) };
  });
}

/**
 * For each array of invalid values, the indices of the operations that have this array. Operations that use the same schemas usually share
 * one array.
 */
function indicesByList(operations: readonly BrokenOperation[], side: BrokenOperation["side"]): Map<readonly Origin[], number[]> {
  const byList = new Map<readonly Origin[], number[]>();
  for (const [index, operation] of operations.entries()) {
    if (operation.side !== side) continue;
    const indices = byList.get(operation.broken) ?? [];
    byList.set(operation.broken, indices);
    indices.push(index);
  }
  return byList;
}

/** The distinct invalid values. `lists` has the indices in `all` of the arrays that contain the value. */
function listsByOrigin(all: readonly (readonly Origin[])[]): { readonly origin: Origin; readonly lists: Set<number> }[] {
  const byPointer = new Map<Tree, Map<string, { readonly origin: Origin; readonly lists: Set<number> }>>();
  for (const [index, list] of all.entries()) {
    for (const origin of list) {
      const ofTree = byPointer.get(origin.tree) ?? new Map<string, { origin: Origin; lists: Set<number> }>();
      byPointer.set(origin.tree, ofTree);
      const pointer = pointerOf(origin.path);
      const known = ofTree.get(pointer) ?? { origin, lists: new Set() };
      ofTree.set(pointer, known);
      known.lists.add(index);
    }
  }
  return [...byPointer.values()].flatMap((ofTree) => [...ofTree.values()]);
}

/** The maximum number of operations that a message names. The locations of all other operations are added to the diagnostic. */
const maxNamed = 10;

function reportGroup({ invalid, operations }: BrokenGroup, code: typeof brokenInputSchema): Diagnostic {
  const names = [...new Set(operations.map(({ operation }) => operation))];
  const toolsets = new Set(operations.map(({ toolset }) => toolset));
  const [toolset] = toolsets;
  const rest = new Set(names.slice(maxNamed));
  const unnamed = operations
    .filter(({ operation }) => rest.delete(operation))
    .map(({ operation, place }) => ({ message: `The operation "${operation}" also depends on the invalid value.`, place }));
  // If an invalid value contains other invalid values, only the inner ones are reported.
  const outer = pointersAround(invalid);
  const [first, ...others] = invalid.filter(({ tree, path }) => outer.get(tree)?.has(pointerOf(path)) !== true);
  const further = others.map((place) => ({ message: "This value is also invalid.", place }));
  const params = { operations: names.slice(0, maxNamed), total: names.length };
  const place = first ?? invalid[0];
  const details = { causedAt: place, related: [...further, ...unnamed], ...(toolsets.size === 1 ? { toolset } : {}) };
  return diagnostic(code, params, place, details);
}

/** The pointers of all values that contain one of the given values, by tree. */
function pointersAround(origins: readonly Origin[]): ReadonlyMap<Tree, ReadonlySet<string>> {
  const around = new Map<Tree, Set<string>>();
  for (const { tree, path } of origins) {
    const pointers = around.get(tree) ?? new Set();
    around.set(tree, pointers);
    for (let length = 0; length < path.length; length++) pointers.add(pointerOf(path.slice(0, length)));
  }
  return around;
}
