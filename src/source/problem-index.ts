import type { Range } from "./source.ts";
import { type Path, type Place, type Problem, pointerOf, type Tree, type TreeLocation } from "./tree.ts";

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

/**
 * The place of a duplicate key that hides a member: the value at a location, or one around it, is the last of a key, and between the first
 * occurrence of this key and the last one there is the name of the member. `undefined` if there is none.
 */
export function hidingKey({ tree, path }: TreeLocation, name: string): Place | undefined {
  const { duplicates } = indexOf(tree.problems);
  for (let length = duplicates.size === 0 ? 0 : path.length; length > 0; length--) {
    const found = duplicates.get(pointerOf(path.slice(0, length)));
    if (found !== undefined && wordsBefore(found, tree).has(name)) return { tree, range: found.range };
  }
  return undefined;
}

/** The words between the occurrences of each duplicate key that was asked for. */
const words = new WeakMap<Problem, ReadonlySet<string>>();

function wordsBefore(problem: Problem, { source }: Tree): ReadonlySet<string> {
  const { first, range } = problem;
  const known = words.get(problem) ?? new Set(source.text.slice(first?.end ?? range.start, range.start).match(/[\w.$-]+/g));
  words.set(problem, known);
  return known;
}

/** An index of the problems of a text, so that the time for many look-ups is linear. */
interface ProblemIndex {
  readonly pathOf: ReadonlyMap<Range, Path>;
  /** The tree of the values that are invalid or contain an invalid value; `undefined` if no value is invalid. */
  readonly affected: AffectedValue | undefined;
  /** The last duplicate of each key, by the JSON Pointer of its value. */
  readonly duplicates: ReadonlyMap<string, Problem>;
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
    duplicates: new Map(problems.flatMap((each) => (each.first === undefined ? [] : [[pointerOf(each.path), each] as const]))),
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
