import { harmlessProblems } from "../../../source/problem-index.ts";
import { type Path, type Problem, type Tree, valueAt } from "../../../source/tree.ts";
import { addInvalidPath } from "../read/visit.ts";
import type { MisplacedReference } from "./repair.ts";
import type { ValidationSession } from "./shapes/shape.ts";

/** Adds a file to the checked files of the session, and the paths of the file's syntax errors to the invalid paths. */
export function addFile(session: ValidationSession, tree: Tree): void {
  if (session.files.has(tree)) return;
  session.files.add(tree);
  for (const problem of tree.problems) {
    if (!harmless.has(problem.code) && !isRepeatedText(tree, problem)) addInvalidPath(session, tree, problem.path);
  }
}

/** The codes of problems that do not make a value of a document unusable. */
const harmless: ReadonlySet<string> = new Set([...harmlessProblems, "unknown-tag"]);

const texts: ReadonlySet<unknown> = new Set(["title", "summary", "description"]);

/** Whether a problem is a duplicate title, summary or description. Calls do not depend on which of the duplicates is read. */
function isRepeatedText(tree: Tree, { code, path }: Problem): boolean {
  return code === "duplicate-key" && texts.has(path.at(-1)) && typeof valueAt(tree, path) === "string";
}

/**
 * Adds the paths of misplaced references whose targets are invalid, contain an invalid value or are in an invalid value. The target was
 * inserted in place of the reference, so the value at the reference is invalid too.
 */
export function spreadInvalidPaths(session: ValidationSession, followed: readonly MisplacedReference[]): void {
  if (session.invalidPaths.size === 0) return;
  const waiting = new Set(followed);
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    const index = indexInvalidPaths(session.invalidPaths);
    for (const reference of waiting) {
      const { tree, path, target } = reference;
      if (index.touching(target.tree, target.path).length === 0) continue;
      waiting.delete(reference);
      addInvalidPath(session, tree, path);
    }
  }
}

/** An index of the paths of invalid values, by tree. */
export interface InvalidPathIndex {
  readonly isEmpty: boolean;
  /**
   * The shortest prefix of `path` at which there is an invalid value; `undefined` if no value on the path is invalid. The prefix may be the
   * whole path.
   */
  readonly around: (tree: Tree, path: Path) => Path | undefined;
  /** The path that `around` returns, and the paths of all invalid values at or inside the value at `path`. */
  readonly touching: (tree: Tree, path: Path) => readonly Path[];
}

interface Branch {
  /** The path of this branch if its value is invalid. */
  invalid: Path | undefined;
  readonly children: Map<string, Branch>;
}

export function indexInvalidPaths(invalidPaths: ReadonlyMap<Tree, readonly Path[]>): InvalidPathIndex {
  if (invalidPaths.size === 0) return { isEmpty: true, around: () => undefined, touching: () => [] };
  const roots = new Map<Tree, Branch>();
  for (const [tree, paths] of invalidPaths) {
    const root: Branch = { invalid: undefined, children: new Map() };
    for (const path of paths) addPath(path, root);
    roots.set(tree, root);
  }
  return {
    isEmpty: false,
    around: (tree, path) => descend(roots.get(tree), path).around,
    touching: (tree, path) => {
      const { around, end } = descend(roots.get(tree), path);
      return [...(around === undefined ? [] : [around]), ...(end === undefined ? [] : pathsIn(end))];
    },
  };
}

/** Adds the branches for each step of an invalid path to a tree of such paths. */
function addPath(path: Path, root: Branch): void {
  let branch = root;
  for (const step of path) {
    const name = String(step);
    const next: Branch = branch.children.get(name) ?? { invalid: undefined, children: new Map() };
    branch.children.set(name, next);
    branch = next;
  }
  branch.invalid = path;
}

function descend(root: Branch | undefined, path: Path): { around: Path | undefined; end: Branch | undefined } {
  let branch = root;
  let around = branch?.invalid;
  for (const step of path) {
    branch = branch?.children.get(String(step));
    if (branch === undefined) return { around, end: undefined };
    around ??= branch.invalid;
  }
  return { around, end: branch };
}

function pathsIn(branch: Branch): Path[] {
  return [...(branch.invalid === undefined ? [] : [branch.invalid]), ...[...branch.children.values()].flatMap(pathsIn)];
}
