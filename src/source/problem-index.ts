import type { Range } from "./source.ts";
import type { Path, Place, Problem, Tree } from "./tree.ts";

/** The problems of values that are usable nevertheless: a number that loses digits, and a text with too little indentation. */
export const harmlessProblems: ReadonlySet<Problem["code"]> = new Set(["lossy-number", "shallow-quote"]);

/** The path of a place. If the place is the range of a problem, this is the path of the smallest value that the problem makes invalid. */
export function placePath(place: Place): Path {
  return "path" in place ? place.path : (indexOf(place.tree.problems).pathOf.get(place.range) ?? []);
}

/** Whether a problem of the text is inside the value at `path` or affects the whole value. The problems in `harmlessProblems` do not count. */
export function hasProblemAt({ problems }: Tree, path: Path): boolean {
  let node = indexOf(problems).affected;
  for (const step of path) {
    if (node === undefined || node.isInvalid) return node !== undefined;
    node = node.children.get(String(step));
  }
  return node !== undefined;
}

/** An index of the problems of a text, so that the time for many look-ups is linear. */
interface ProblemIndex {
  readonly pathOf: ReadonlyMap<Range, Path>;
  /** The tree of the values that are invalid or contain an invalid value; `undefined` if no value is invalid. */
  readonly affected: AffectedValue | undefined;
}

interface AffectedValue {
  isInvalid: boolean;
  readonly children: Map<string, AffectedValue>;
}

const indices = new WeakMap<readonly Problem[], ProblemIndex>();

function indexOf(problems: readonly Problem[]): ProblemIndex {
  const known = indices.get(problems);
  if (known !== undefined) return known;
  const index = {
    pathOf: new Map(problems.map(({ range, path }) => [range, path])),
    affected: affectedBy(problems.filter(({ code }) => !harmlessProblems.has(code))),
  };
  indices.set(problems, index);
  return index;
}

function affectedBy(problems: readonly Problem[]): AffectedValue | undefined {
  if (problems.length === 0) return undefined;
  const root: AffectedValue = { isInvalid: false, children: new Map() };
  for (const { path } of problems) {
    let value = root;
    for (const step of path) {
      const child = value.children.get(String(step)) ?? { isInvalid: false, children: new Map() };
      value.children.set(String(step), child);
      value = child;
    }
    value.isInvalid = true;
  }
  return root;
}
