import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { type Origin, pointerOf, type Tree } from "../source/tree.ts";
import { brokenInput, brokenOutput } from "./codes.ts";

/** An operation whose schemas depend on invalid values. */
export interface BrokenOperation {
  readonly toolset: string;
  readonly operation: string;
  readonly place: Origin;
  readonly side: "input" | "output";
  readonly broken: readonly Origin[];
}

/** Reports invalid values that affect the same operations once, with all of these operations, across toolsets. */
export function reportBroken(operations: readonly BrokenOperation[]): Diagnostic[] {
  return [
    ...groupBroken(operations, "input").map((group) => reportGroup(group, brokenInput)),
    ...groupBroken(operations, "output").map((group) => reportGroup(group, brokenOutput)),
  ];
}

/** Invalid values, and the operations whose schemas depend on each of them. */
interface BrokenGroup {
  readonly invalid: [Origin, ...Origin[]];
  readonly operations: readonly BrokenOperation[];
}

function groupBroken(operations: readonly BrokenOperation[], side: BrokenOperation["side"]): BrokenGroup[] {
  const byOrigin = new Map<Tree, Map<string, { readonly origin: Origin; readonly indices: Set<number> }>>();
  for (const [index, operation] of operations.entries()) {
    if (operation.side !== side) continue;
    for (const origin of operation.broken) {
      const ofTree = byOrigin.get(origin.tree) ?? new Map<string, { origin: Origin; indices: Set<number> }>();
      byOrigin.set(origin.tree, ofTree);
      const pointer = pointerOf(origin.path);
      const known = ofTree.get(pointer);
      if (known === undefined) ofTree.set(pointer, { origin, indices: new Set([index]) });
      else known.indices.add(index);
    }
  }
  const groups = new Map<string, BrokenGroup>();
  for (const { origin, indices } of [...byOrigin.values()].flatMap((ofTree) => [...ofTree.values()])) {
    const key = [...indices].join();
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { invalid: [origin], operations: [...indices].flatMap((index) => operations[index] ?? []) });
    else known.invalid.push(origin);
  }
  return [...groups.values()];
}

/** How many operations a message names. The others are listed as related places. */
const maxNamed = 10;

function reportGroup({ invalid, operations }: BrokenGroup, code: typeof brokenInput): Diagnostic {
  const names = [...new Set(operations.map(({ operation }) => operation))];
  const toolsets = new Set(operations.map(({ toolset }) => toolset));
  const [toolset] = toolsets;
  const rest = new Set(names.slice(maxNamed));
  const unnamed = operations
    .filter(({ operation }) => rest.delete(operation))
    .map(({ operation, place }) => ({ message: `"${operation}"`, place }));
  // An invalid value that contains other invalid values is not reported itself.
  const outer = pointersAround(invalid);
  const [first, ...others] = invalid.filter(({ tree, path }) => outer.get(tree)?.has(pointerOf(path)) !== true);
  const further = others.map((place) => ({ message: "Also invalid.", place }));
  const params = { operations: names.slice(0, maxNamed), total: names.length };
  const details = { related: [...further, ...unnamed], ...(toolsets.size === 1 ? { toolset } : {}) };
  return diagnostic(code, params, first ?? invalid[0], details);
}

/** By tree, the pointers of all values that contain one of these. */
function pointersAround(origins: readonly Origin[]): ReadonlyMap<Tree, ReadonlySet<string>> {
  const around = new Map<Tree, Set<string>>();
  for (const { tree, path } of origins) {
    const pointers = around.get(tree) ?? new Set();
    around.set(tree, pointers);
    for (let length = 0; length < path.length; length++) pointers.add(pointerOf(path.slice(0, length)));
  }
  return around;
}
