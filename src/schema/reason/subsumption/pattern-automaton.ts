import { anyCharacter, type CharacterSet } from "../../patterns/character-set.ts";
import { type Expression, parsePattern } from "../../patterns/parse-pattern.ts";

/**
 * A nondeterministic automaton that accepts the strings in which a pattern is found. State 0 is the initial state, and state 1 is the final
 * state.
 */
export interface PatternAutomaton {
  readonly steps: readonly (readonly Step[])[];
  readonly moves: readonly (readonly { readonly set: CharacterSet; readonly to: number }[])[];
  /**
   * Whether the automaton accepts only strings that match the pattern. If this is false, it accepts all strings that match and some others.
   */
  readonly isExact: boolean;
}

/** A transition that reads no character. `at` is the position in the string at which the transition is possible. */
interface Step {
  readonly to: number;
  readonly at: "start" | "end" | "anywhere";
}

const maxStates = 1_500;

/** Builds the automaton of a pattern; `undefined` if the pattern is too large. */
export function automatonOf(pattern: string): PatternAutomaton | undefined {
  if (pattern.length > 2_000) return undefined;
  const steps: Step[][] = [[], []];
  const moves: { set: CharacterSet; to: number }[][] = [[], []];
  const state = () => {
    moves.push([]);
    return steps.push([]) - 1;
  };
  const step = (from: number, to: number, at: Step["at"] = "anywhere") => steps[from]?.push({ to, at });

  /** Adds the states of an expression after the state `from`, and returns the state after the expression. */
  function add(expression: Expression, from: number): number {
    if (steps.length > maxStates) return from;
    switch (expression.kind) {
      case "set": {
        const to = state();
        moves[from]?.push({ set: expression.set, to });
        return to;
      }
      case "sequence":
        return expression.items.reduce((at, item) => add(item, at), from);
      case "choice": {
        const end = state();
        for (const item of expression.items) {
          const start = state();
          step(from, start);
          step(add(item, start), end);
        }
        return end;
      }
      case "assertion": {
        const to = state();
        step(from, to, expression.at === "elsewhere" ? "anywhere" : expression.at);
        return to;
      }
      case "repeat":
        return repeat(expression, from);
    }
  }

  function repeat({ item, min, max }: Expression & { kind: "repeat" }, from: number): number {
    let at = from;
    for (let count = 0; count < min && steps.length <= maxStates; count++) at = add(item, at);
    if (max === Number.POSITIVE_INFINITY) {
      const loop = state();
      step(at, loop);
      step(add(item, loop), loop);
      return loop;
    }
    const end = state();
    step(at, end);
    for (let count = min; count < max && steps.length <= maxStates; count++) {
      at = add(item, at);
      step(at, end);
    }
    return end;
  }

  // The pattern may be found anywhere in the string, so any characters may come before and after it.
  moves[0]?.push({ set: anyCharacter, to: 0 });
  moves[1]?.push({ set: anyCharacter, to: 1 });
  const start = state();
  step(0, start);
  step(add(parsePattern(pattern), start), 1);
  return steps.length > maxStates ? undefined : { steps, moves, isExact: isExact(pattern) };
}

/**
 * Whether the automaton of a pattern is exact. Lookarounds, word boundaries, back references, flags and Unicode property classes are only
 * approximated.
 */
function isExact(pattern: string): boolean {
  return !/\\[pPkbB1-9]|\(\?<?[=!]|\(\?[ims-]+:/.test(pattern);
}

/** The states that can be reached from `states` without reading a character, at this position in the string. */
export function closureOf({ steps }: PatternAutomaton, states: Iterable<number>, at: "start" | "middle" | "end"): number[] {
  const reached = new Set<number>();
  const waiting = [...states];
  for (let each = waiting.pop(); each !== undefined; each = waiting.pop()) {
    if (reached.has(each)) continue;
    reached.add(each);
    for (const next of steps[each] ?? []) if (next.at === "anywhere" || next.at === at) waiting.push(next.to);
  }
  return [...reached].sort((a, b) => a - b);
}
