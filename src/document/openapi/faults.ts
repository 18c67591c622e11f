import { type Path, type Problem, type Tree, valueAt } from "../../source/tree.ts";
import type { MisplacedReference } from "./repair.ts";
import type { ValidationSession } from "./shapes/shape.ts";
import { addFault } from "./visit.ts";

/** Adds a file to the session, with the values that its text makes invalid. */
export function addFile(session: ValidationSession, tree: Tree): void {
  if (session.files.has(tree)) return;
  session.files.add(tree);
  for (const problem of tree.problems) {
    if (!harmless.has(problem.code) && !isRepeatedText(tree, problem)) addFault(session, tree, problem.path);
  }
}

/** A number that loses digits and an unknown tag leave a value that can be used. */
const harmless: ReadonlySet<string> = new Set(["lossy-number", "unknown-tag"]);

const texts: ReadonlySet<unknown> = new Set(["title", "summary", "description"]);

/** Whichever of two descriptions is read, no call changes. */
function isRepeatedText(tree: Tree, { code, path }: Problem): boolean {
  return code === "duplicate-key" && texts.has(path.at(-1)) && typeof valueAt(tree, path) === "string";
}

/** The target of a misplaced reference is a part of the value that has the reference, and so are the target's faults. */
export function spreadFaults(session: ValidationSession, followed: readonly MisplacedReference[]): void {
  if (session.faults.size === 0) return;
  const waiting = new Set(followed);
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    const index = indexFaults(session.faults);
    for (const reference of waiting) {
      const { tree, path, target } = reference;
      if (index.touching(target.tree, target.path).length === 0) continue;
      waiting.delete(reference);
      addFault(session, tree, path);
    }
  }
}

/** An index of faults by place. */
export interface FaultIndex {
  readonly isEmpty: boolean;
  /** The fault that contains a place; `undefined` if there is none. */
  readonly around: (tree: Tree, path: Path) => Path | undefined;
  /** All faults around a place or inside it. */
  readonly touching: (tree: Tree, path: Path) => readonly Path[];
}

interface Branch {
  fault: Path | undefined;
  readonly children: Map<string, Branch>;
}

export function indexFaults(faults: ReadonlyMap<Tree, readonly Path[]>): FaultIndex {
  if (faults.size === 0) return { isEmpty: true, around: () => undefined, touching: () => [] };
  const roots = new Map<Tree, Branch>();
  for (const [tree, paths] of faults) {
    const root: Branch = { fault: undefined, children: new Map() };
    for (const path of paths) plant(path, root);
    roots.set(tree, root);
  }
  return {
    isEmpty: false,
    around: (tree, path) => descend(roots.get(tree), path).around,
    touching: (tree, path) => {
      const { around, end } = descend(roots.get(tree), path);
      return [...(around === undefined ? [] : [around]), ...(end === undefined ? [] : faultsIn(end))];
    },
  };
}

function plant(path: Path, root: Branch): void {
  let branch = root;
  for (const step of path) {
    const name = String(step);
    const next: Branch = branch.children.get(name) ?? { fault: undefined, children: new Map() };
    branch.children.set(name, next);
    branch = next;
  }
  branch.fault = path;
}

function descend(root: Branch | undefined, path: Path): { around: Path | undefined; end: Branch | undefined } {
  let branch = root;
  let around = branch?.fault;
  for (const step of path) {
    branch = branch?.children.get(String(step));
    if (branch === undefined) return { around, end: undefined };
    around ??= branch.fault;
  }
  return { around, end: branch };
}

function faultsIn(branch: Branch): Path[] {
  return [...(branch.fault === undefined ? [] : [branch.fault]), ...[...branch.children.values()].flatMap(faultsIn)];
}
