import type { Budget } from "../budget.ts";
import { type Assumptions, assume, assumeNothing, type Clause, copyOf, type Literal, schemasOn } from "./assumptions.ts";
import { buildValue, sizeOf } from "./build-value.ts";
import { alternativesOf, distinct, followed } from "./followed-schemas.ts";
import { judge, negated } from "./judge.ts";
import { opposite, type State, stateOfAssertion, stateOfSchema } from "./known-state.ts";
import { type NormalSchema, type SchemaReader, typeBits } from "./normal-schema.ts";
import type { Waiver } from "./obligation.ts";
import { refusingAll, type Search } from "./search.ts";
import { createSimulation } from "./simulation.ts";
import { firstOf, noValue, type Solution, unknownValue, valueFound } from "./solution.ts";

/** The maximum depth of nested searches, and the maximum number of decisions of a whole search. Each takes a step for each assumption. */
const maxNesting = 80;
const maxSteps = 3_000;
/**
 * The part of the remaining steps of the budget that a whole search may take, and the number of steps that each may take. Searches with more
 * seldom end with a result, and what differs is then found in the parts of the schemas.
 */
const maxShare = 1 / 40;
const leastSpent = 25_000;

/**
 * The maximum depth of nested searches at which alternatives are excluded by a search of their own. This is of use only if other clauses
 * remain.
 */
const maxLookahead = 8;

/** Finds values for schemas. Intermediate results are remembered for later searches. */
export interface ValueFinder {
  /** Finds a value that is valid for all schemas in `valid` and for no schema in `refused`. */
  readonly find: (valid: readonly NormalSchema[], refused: readonly NormalSchema[]) => Solution;
}

export interface FinderOptions {
  readonly budget: Budget;
  /** Which schemas may describe more members: "wide" are the refused schemas, "narrow" the valid ones. */
  readonly waives: Waiver;
}

/**
 * The search is a tableau. The schemas are decomposed into assumptions about one value of one type. The alternatives of each clause are
 * tried in turn, beginning with the clause that has the fewest alternatives. Then a value that satisfies the assumptions is built bottom
 * up.
 *
 * A smallest solution never contains another solution of the same search. So if a search starts itself again, the result of the inner
 * search is "none". A result is remembered only if it does not depend on a search that is still in progress.
 */
export function createValueFinder(reader: SchemaReader, { budget: whole, waives }: FinderOptions): ValueFinder {
  const { distanceOf } = createSimulation(reader, whole);
  const solutions = new Map<string, Solution>();
  /** The depth of each search in progress, by its `key` in `solve`. */
  const open = new Map<string, number>();
  /** The depth of the outermost search in progress on which the current result depends. */
  let dependsOn = Number.POSITIVE_INFINITY;
  let steps = 0;
  /** The steps of the budget that the whole search has taken. One search among large unions must not take those of all others. */
  let spent = 0;
  let maxSpent = 0;
  const budget: Budget = {
    ...whole,
    spend: (taken = 1) => {
      spent += taken;
      return spent <= maxSpent && whole.spend(taken);
    },
  };
  const search: Search = {
    find: solve,
    constant: (value) => reader.all([], [{ kind: "values", values: [value] }]),
    schemaOf: (...assertions) => reader.all([], assertions),
    spend: (taken) => {
      steps += 1;
      return steps <= maxSteps && budget.spend(taken);
    },
    waives: waives === "wide",
  };
  return {
    find: (valid, refused) => {
      steps = 0;
      spent = 0;
      maxSpent = Math.max(leastSpent, whole.left() * maxShare);
      return solve(valid, refused);
    },
  };

  function solve(valid: readonly NormalSchema[], refused: readonly NormalSchema[]): Solution {
    const holds = distinct(valid.map(followed).filter((schema) => schema !== reader.always));
    const fails = distinct(refused.flatMap(alternativesOf).filter((schema) => schema !== reader.never));
    if (fails.some((schema) => schema === reader.always || holds.includes(schema)) || holds.includes(reader.never)) return noValue;
    const key = `${holds.map(({ id }) => id).join()}|${fails.map(({ id }) => id).join()}`;
    const known = solutions.get(key);
    if (known !== undefined) return known;
    const depth = open.get(key);
    if (depth !== undefined) {
      dependsOn = Math.min(dependsOn, depth);
      return noValue;
    }
    if (open.size >= maxNesting || steps > maxSteps || !budget.spend()) return unknownValue;
    if (isObviouslyCovered(holds, fails)) {
      solutions.set(key, noValue);
      return noValue;
    }
    const outer = dependsOn;
    const own = open.size;
    dependsOn = Number.POSITIVE_INFINITY;
    open.set(key, own);
    const before = { steps, spent };
    const solution = isCovered(holds, fails) ? noValue : (solveByAlternative(holds, fails) ?? solveByType(holds, fails));
    open.delete(key);
    const isCertain = solution.kind === "value" || (solution.kind === "none" && dependsOn >= own);
    // An unknown result is remembered if the search ended within the limits of steps, or used most of the steps itself. In both cases, a
    // repetition would be unknown too.
    const isWithin = steps <= maxSteps && spent <= maxSpent;
    const isLargest = steps - before.steps > maxSteps / 2 || spent - before.spent > maxSpent / 2;
    const isHopeless = solution.kind === "unknown" && (isWithin || isLargest) && own < maxNesting / 2;
    if (isCertain || isHopeless) solutions.set(key, solution);
    dependsOn = Math.min(outer, dependsOn >= own ? Number.POSITIVE_INFINITY : dependsOn);
    return solution;
  }

  function isObviouslyCovered(holds: readonly NormalSchema[], fails: readonly NormalSchema[]): boolean {
    const narrow = reader.all(holds);
    return fails.some((wide) => distanceOf({ wide, narrow, waives }) === Number.POSITIVE_INFINITY);
  }

  /** Whether a single schema of `fails` accepts all values that `holds` allows, as when an alternative of a union is unchanged. */
  function isCovered(holds: readonly NormalSchema[], fails: readonly NormalSchema[]): boolean {
    return fails.length > 1 && fails.some((schema) => solve(holds, [schema]).kind === "none");
  }

  /**
   * Searches each alternative of a union in `holds` separately, so that each result is remembered; `undefined` if there is no such union.
   */
  function solveByAlternative(holds: readonly NormalSchema[], fails: readonly NormalSchema[]): Solution | undefined {
    if (fails.length < 2) return undefined;
    // If an alternative adds nothing to `holds`, its search would be equal to the current one.
    const addsNothing = (schema: NormalSchema) => followed(schema) === reader.always || holds.includes(followed(schema));
    for (const assertion of holds.flatMap(({ assertions }) => assertions))
      if ((assertion.kind === "any" || assertion.kind === "one") && !assertion.schemas.some(addsNothing))
        return firstOf(assertion.schemas, (schema) => solve([...holds, schema], fails));
    return undefined;
  }

  /** Searches the listed values if a schema lists values. Otherwise, searches the values of each type. */
  function solveByType(holds: readonly NormalSchema[], fails: readonly NormalSchema[]): Solution {
    const values = holds.flatMap(({ assertions }) => assertions).find((assertion) => assertion.kind === "values");
    if (values?.kind === "values")
      return firstOf(values.values, (value) => {
        const verdicts = [...holds.map((schema) => judge(schema, value)), ...fails.map((schema) => negated(judge(schema, value)))];
        if (verdicts.includes(false)) return noValue;
        return verdicts.includes(undefined) ? unknownValue : valueFound(value);
      });
    return firstOf(Object.values(typeBits), (type) => {
      const assumed = assumeNothing(type);
      const isPossible =
        holds.every((schema) => assume(assumed, { kind: "schema", schema, holds: true, isGiven: true })) &&
        fails.every((schema) => assume(assumed, { kind: "schema", schema, holds: false, isGiven: false }));
      return isPossible ? decide(assumed) : noValue;
    });
  }

  /** Chooses an alternative of each clause, then builds a value. */
  function decide(assumed: Assumptions): Solution {
    steps += 1;
    if (steps > maxSteps || !budget.spend()) return unknownValue;
    let choice: Clause | undefined;
    for (;;) {
      const clauses = assumed.clauses;
      const left: Clause[] = [];
      const forced: (readonly Literal[])[] = [];
      for (const clause of clauses) {
        const states = clause.map((literals) => stateOfAll(assumed, literals, clauses.length > 1));
        if (states.includes("true")) continue;
        const possible = clause.filter((_literals, index) => states[index] === "open");
        const [only] = possible;
        if (only === undefined) return noValue;
        if (possible.length === 1) forced.push(only);
        else left.push(possible);
      }
      assumed.clauses = left;
      if (!forced.every((literals) => literals.every((literal) => assume(assumed, literal)))) return noValue;
      if (forced.length > 0) continue;
      choice = left.reduce<Clause | undefined>(
        (least, clause) => (least === undefined || clause.length < least.length ? clause : least),
        undefined,
      );
      break;
    }
    if (choice === undefined) return buildValue(assumed, { reader, budget, search });
    const others = assumed.clauses.filter((clause) => clause !== choice);
    return firstOf(nearestFirst(choice, assumed), (literals) => {
      if (!budget.spend(sizeOf(assumed))) return unknownValue;
      const branch = copyOf(assumed);
      branch.clauses = others;
      return literals.every((literal) => assume(branch, literal)) ? decide(branch) : noValue;
    });
  }

  /** Sorts alternatives by how near their cause probably is, so that the values that are found are small. */
  function nearestFirst(clause: Clause, assumed: Assumptions): Clause {
    const distance = (literal: Literal) =>
      literal.kind === "member" ? distanceOf({ wide: literal.schema, narrow: reader.all(schemasOn(assumed, literal.name)), waives }) : 0;
    return clause
      .map((literals) => ({ literals, distance: Math.max(0, ...literals.map(distance)) }))
      .sort((a, b) => (a.distance === b.distance ? 0 : a.distance - b.distance))
      .map(({ literals }) => literals);
  }

  /** Whether the assumptions already make a literal true or false. */
  function literalState(assumed: Assumptions, literal: Literal, looksAhead: boolean): State {
    budget.spend(sizeOf(assumed));
    switch (literal.kind) {
      case "schema": {
        const state = stateOfSchema(assumed, literal.schema, 3);
        return literal.holds ? state : opposite(state);
      }
      case "assertion": {
        const state = stateOfAssertion(assumed, literal.assertion, 3);
        return literal.holds ? state : opposite(state);
      }
      case "absent": {
        const presence = assumed.presence.get(literal.name);
        return presence === undefined ? "open" : presence ? "false" : "true";
      }
      case "member": {
        const { name, schema } = literal;
        if (assumed.presence.get(name) === false) return "false";
        const on = schemasOn(assumed, name);
        if (on.includes(schema) || isObviouslyCovered(on, [schema])) return "false";
        if (!looksAhead || open.size > maxLookahead) return "open";
        return refusingAll(on, [...(assumed.refused.get(name) ?? []), literal], search).kind === "none" ? "false" : "open";
      }
      case "other":
        return "open";
    }
  }

  function stateOfAll(assumed: Assumptions, literals: readonly Literal[], looksAhead: boolean): State {
    let state: "true" | "open" = "true";
    for (const literal of literals) {
      const own = literalState(assumed, literal, looksAhead);
      if (own === "false") return "false";
      if (own === "open") state = "open";
    }
    return state;
  }
}
