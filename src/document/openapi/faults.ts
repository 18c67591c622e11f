import type { Path, Tree } from "../../source/tree.ts";
import { addFault, type Session } from "./visit.ts";

/** What the text of a tree spoils. A number that loses digits or a tag that is not known spoils nothing. */
export function addTextFaults(session: Session, tree: Tree): void {
  for (const { code, path } of tree.problems) {
    if (!harmless.has(code)) addFault(session, tree, path);
  }
}

const harmless: ReadonlySet<string> = new Set(["lossy-number", "unknown-tag"]);

/** Finds faults by place, however many there are. */
export interface FaultIndex {
  readonly isEmpty: boolean;
  /** The fault that a place lies in; `undefined` where it lies in none. */
  readonly around: (tree: Tree, path: Path) => Path | undefined;
  /** A fault that a place lies in or that lies in it. */
  readonly touching: (tree: Tree, path: Path) => Path | undefined;
}

interface Branch {
  fault: Path | undefined;
  readonly children: Map<string, Branch>;
}

export function indexFaults(faults: ReadonlyMap<Tree, readonly Path[]>): FaultIndex {
  if (faults.size === 0) return { isEmpty: true, around: () => undefined, touching: () => undefined };
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
      return around ?? (end === undefined ? undefined : firstIn(end));
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
  if (branch?.fault !== undefined) return { around: branch.fault, end: branch };
  for (const step of path) {
    branch = branch?.children.get(String(step));
    if (branch === undefined) return { around: undefined, end: undefined };
    if (branch.fault !== undefined) return { around: branch.fault, end: branch };
  }
  return { around: undefined, end: branch };
}

function firstIn(branch: Branch): Path | undefined {
  if (branch.fault !== undefined) return branch.fault;
  for (const child of branch.children.values()) {
    const found = firstIn(child);
    if (found !== undefined) return found;
  }
  return undefined;
}
