import { components } from "../components.ts";
import { anyCharacter, type CharacterSet, intersection, normalized, overlaps } from "./character-set.ts";
import { type Expression, parsePattern } from "./parse-pattern.ts";

/** The number of repetitions from which a repeated expression counts as a loop. A string may then be split in 2^8 ways. */
const manyTimes = 8;
/**
 * The maximum length of a pattern that is analyzed. A longer pattern counts as slow, since it may be nested too deeply for the recursive
 * analysis.
 */
const maxLength = 2_000;
const maxPositions = 400;
const maxLoopSize = 40;
const maxChain = 2;

/**
 * Whether a backtracking engine may take more than quadratic time on some string. This is a conservative static analysis: if in doubt, the
 * result is true.
 *
 * The pattern becomes an automaton whose states are its character positions (Glushkov). Time is exponential if a loop can match the same
 * string in two ways: by a duplicate transition, as in `(a*)*`, or by two different states that both lead back to a common state, as in
 * `(a|a)*`. Time is polynomial if loops over the same characters follow each other, as in `a*a*a*`. The degree is the number of these
 * loops; an unanchored search counts as one more loop at the start. If one such sequence of loops leads to another, as in `a*a*,b*b*`,
 * their degrees add up.
 */
export function mayBacktrack(pattern: string): boolean {
  if (!/[*+]|\{\d+,\d*\}|\{(?:[89]|\d\d)/.test(pattern)) return false;
  if (pattern.length > maxLength) return true;
  const expression = parsePattern(pattern);
  return [expression, ...lookarounds(expression)].some((part) => {
    const automaton = build(part);
    if (automaton === undefined) return true;
    const loops = loopsOf(automaton);
    // If nothing has to match after a loop, the match succeeds, and the engine never backtracks into the loop.
    const canFail = loops.filter((loop) => hasEnd(part) || [...loop].some((position) => !automaton.last.has(position)));
    return canFail.some((loop) => isAmbiguous(loop, automaton)) || longestChain(loops, automaton, part) > maxChain;
  });
}

interface Automaton {
  /** For each position of the pattern, the characters that match there. */
  readonly sets: readonly CharacterSet[];
  /** For each position, the positions that may follow it, with the number of transitions to each of them. */
  readonly follow: readonly ReadonlyMap<number, number>[];
  readonly first: readonly number[];
  readonly last: ReadonlySet<number>;
}

/**
 * The part of an automaton that a subexpression adds: the positions at which a match may begin and end, and whether the empty string
 * matches.
 */
interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

const empty: Fragment = { first: [], last: [], isNullable: true };

/** Builds the automaton of an expression; `undefined` if the expression is too large to analyze. */
function build(expression: Expression): Automaton | undefined {
  const sets: CharacterSet[] = [];
  const follow: Map<number, number>[] = [];

  function fragment(part: Expression, inLoop: boolean): Fragment {
    if (sets.length > maxPositions) return empty;
    switch (part.kind) {
      case "assertion":
        return empty;
      case "set": {
        const position = sets.push(part.set) - 1;
        follow.push(new Map());
        return { first: [position], last: [position], isNullable: false };
      }
      case "choice": {
        const items = part.items.map((item) => fragment(item, inLoop));
        return {
          first: items.flatMap(({ first }) => first),
          last: items.flatMap(({ last }) => last),
          isNullable: items.some(({ isNullable }) => isNullable),
        };
      }
      case "sequence":
        return part.items.map((item) => fragment(item, inLoop)).reduce(inSequence, empty);
      case "repeat":
        return repeated(part, inLoop);
    }
  }

  function repeated({ item, min, max }: Expression & { kind: "repeat" }, inLoop: boolean): Fragment {
    if (max === 0) return empty;
    if (max === 1) return { ...fragment(item, inLoop), ...(min === 0 ? { isNullable: true } : {}) };
    const isLoop = max === Number.POSITIVE_INFINITY || (item.kind === "set" ? max > 100 && min < max : max >= manyTimes || hasLoop(item));
    if (!isLoop && inLoop) {
      // In a loop, the number of repetitions matters: `(\d{3})*` matches a string in only one way, but `(\d{1,3})*` in many ways.
      let whole = empty;
      for (let count = max; count > 0 && sets.length <= maxPositions; count--) {
        const copy = fragment(item, true);
        whole = inSequence(copy, whole);
        if (count > min) whole = { ...whole, isNullable: true };
      }
      return whole;
    }
    const body = fragment(item, inLoop || isLoop);
    if (isLoop) connect(body.last, body.first);
    // In an expression such as `(a?){30}`, any of the thirty copies may match the empty string, so there are several ways to match.
    if (isLoop && body.isNullable && min > 1) connect(body.last, body.first);
    return { ...body, isNullable: body.isNullable || min === 0 };
  }

  function inSequence(one: Fragment, two: Fragment): Fragment {
    connect(one.last, two.first);
    return {
      first: one.isNullable ? [...one.first, ...two.first] : one.first,
      last: two.isNullable ? [...one.last, ...two.last] : two.last,
      isNullable: one.isNullable && two.isNullable,
    };
  }

  function connect(from: readonly number[], to: readonly number[]): void {
    for (const position of from) {
      const next = follow[position];
      for (const target of to) next?.set(target, (next.get(target) ?? 0) + 1);
    }
  }

  const { first, last } = fragment(expression, false);
  return sets.length > maxPositions ? undefined : { sets, follow, first, last: new Set(last) };
}

function hasLoop(expression: Expression): boolean {
  if (expression.kind === "repeat")
    return expression.max === Number.POSITIVE_INFINITY || expression.max >= manyTimes || hasLoop(expression.item);
  return (expression.kind === "sequence" || expression.kind === "choice") && expression.items.some(hasLoop);
}

/** The strongly connected components of the automaton that contain a cycle, in reverse topological order. */
function loopsOf({ follow, first }: Automaton): ReadonlySet<number>[] {
  return components(first, (position) => [...(follow[position]?.keys() ?? [])])
    .filter((members) => members.length > 1 || members.some((position) => follow[position]?.has(position)))
    .map((members) => new Set(members));
}

/** Whether a loop can match the same string in two ways. */
function isAmbiguous(loop: ReadonlySet<number>, { sets, follow }: Automaton): boolean {
  const stepsFrom = (position: number) => [...(follow[position]?.entries() ?? [])].filter(([target]) => loop.has(target));
  const hasDuplicates = [...loop].some((position) => stepsFrom(position).some(([, count]) => count > 1));
  if (hasDuplicates) return true;
  const known = new Map<number, boolean>();
  const overlap = (a: number, b: number) => {
    const pair = a * sets.length + b;
    const result = known.get(pair) ?? overlaps(sets[a] ?? [], sets[b] ?? []);
    known.set(pair, result);
    return result;
  };
  const isNondeterministic = [...loop].some((position) => {
    const targets = stepsFrom(position).map(([target]) => target);
    return targets.some((a, index) => targets.some((b, other) => other > index && overlap(a, b)));
  });
  if (!isNondeterministic) return false;
  if (loop.size > maxLoopSize) return true;
  // The strongly connected components of the product automaton, whose states are pairs of positions. If a component contains both a pair of
  // equal positions and a pair of different ones, the loop matches some string in two ways.
  const size = sets.length;
  const pairs = components(
    [...loop].map((position) => position * size + position),
    (pair) => {
      const [a, b] = [stepsFrom(Math.floor(pair / size)), stepsFrom(pair % size)];
      return a.flatMap(([one]) => b.flatMap(([two]) => (overlap(one, two) ? [one * size + two] : [])));
    },
  );
  const isEqualPair = (pair: number) => Math.floor(pair / size) === pair % size;
  return pairs.some((members) => members.some(isEqualPair) && !members.every(isEqualPair));
}

/**
 * The degree of polynomial time: the number of loops over common characters that follow each other, summed over all such sequences on one
 * path.
 */
function longestChain(loops: readonly ReadonlySet<number>[], { sets, follow, first, last }: Automaton, expression: Expression): number {
  const union = (loop: ReadonlySet<number>) => normalized([...loop].flatMap((position) => sets[position] ?? []));
  const unions = loops.map(union);
  const endsAnywhere = !hasEnd(expression);
  /** Whether a string that consists only of these characters leads from one of the positions `from` to the loop `to`. */
  const reaches = (from: Iterable<number>, to: ReadonlySet<number>, characters: CharacterSet) => {
    const seen = new Set<number>();
    const waiting = [...from];
    for (let position = waiting.pop(); position !== undefined; position = waiting.pop()) {
      if (seen.has(position) || !overlaps(sets[position] ?? [], characters)) continue;
      if (to.has(position)) return true;
      seen.add(position);
      waiting.push(...(follow[position]?.keys() ?? []));
    }
    return false;
  };
  const lengths: number[] = [];
  // The loops are in reverse topological order, so the degrees of all loops that can follow this loop are already known.
  loops.forEach((loop, index) => {
    // If nothing has to match after this loop, a match that reaches the loop cannot fail.
    const own = endsAnywhere && [...loop].some((position) => last.has(position)) ? 0 : 1;
    const starts = [...loop].flatMap((position) => [...(follow[position]?.keys() ?? [])].filter((target) => !loop.has(target)));
    let longest = own;
    loops.slice(0, index).forEach((next, other) => {
      const length = lengths[other] ?? 0;
      if (own + length <= longest) return;
      const common = intersection(unions[index] ?? [], unions[other] ?? []);
      if (common.length > 0 && reaches(starts, next, common)) longest = own + length;
      // If the two loops have no common characters, this loop adds no degree, but the next loop can still be reached from it.
      else if (length > longest && reaches(starts, next, anyCharacter)) longest = length;
    });
    lengths.push(longest);
  });
  const searched = isAnchored(expression)
    ? []
    : loops.map((loop, index) => (reaches(first, loop, unions[index] ?? anyCharacter) ? 1 : 0) + (lengths[index] ?? 0));
  return Math.max(0, ...lengths, ...searched);
}

/** Whether a match can begin only at the start of the string. */
function isAnchored(expression: Expression): boolean {
  switch (expression.kind) {
    case "assertion":
      return expression.at === "start";
    case "set":
      return false;
    case "choice":
      return expression.items.every(isAnchored);
    case "sequence":
      return expression.items.some(
        (item, index) => isAnchored(item) && expression.items.slice(0, index).every(({ kind }) => kind === "assertion"),
      );
    case "repeat":
      return expression.min > 0 && isAnchored(expression.item);
  }
}

/** Whether an expression has an assertion, such as `$`, that may fail after a loop has matched. */
function hasEnd(expression: Expression): boolean {
  if (expression.kind === "assertion") return expression.at !== "start";
  if (expression.kind === "repeat") return hasEnd(expression.item);
  return expression.kind !== "set" && expression.items.some(hasEnd);
}

function lookarounds(expression: Expression): Expression[] {
  if (expression.kind === "assertion") return expression.inside === undefined ? [] : [expression.inside, ...lookarounds(expression.inside)];
  if (expression.kind === "repeat") return lookarounds(expression.item);
  return expression.kind === "set" ? [] : expression.items.flatMap(lookarounds);
}
