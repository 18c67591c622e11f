import type { Json } from "../../source/json.ts";
import { type Assumptions, assertionsOf, assume, type Clause, copyOf, factsOf, type Literal, schemasOn } from "./assumptions.ts";
import { findArray } from "./find-array.ts";
import { findNumber } from "./find-number.ts";
import { findObject } from "./find-object.ts";
import { findText } from "./find-text.ts";
import { judge } from "./judge.ts";
import { opposite, type State, stateOfAssertion, stateOfSchema } from "./known-state.ts";
import { type NormalSchema, type SchemaReader, typeBitOf, typeBits } from "./normal-schema.ts";
import type { Search } from "./search.ts";
import { firstOf, noValue, type Solution, unknownValue, valueFound } from "./solution.ts";

/** How deep values may nest, and how many steps one question may take. */
const maxNesting = 80;
const maxSteps = 3_000;

/** Looks for values. What it has found out is remembered for later questions. */
export interface ValueFinder {
  /** A value that is valid for all of the first schemas, and for none of the others. */
  readonly find: (valid: readonly NormalSchema[], refused: readonly NormalSchema[]) => Solution;
}

/**
 * A tableau: the schemas are taken apart into what must be true of one value of one type; where there are alternatives, each is tried
 * in turn, those first that leave the least choice. A value is then built bottom up.
 *
 * A smallest value never holds another one that answers the same question, so a question that comes up inside itself has the answer
 * "none" there. Such an answer is remembered only if it does not depend on a question that is still open.
 */
export function createValueFinder(reader: SchemaReader): ValueFinder {
  const answers = new Map<string, Solution>();
  const open = new Map<string, number>();
  /** The outermost open question that an answer depends on. */
  let dependsOn = Number.POSITIVE_INFINITY;
  let steps = 0;
  const search: Search = {
    find: answer,
    constant: (value) => reader.all([], [{ kind: "values", values: [value] }]),
    schemaOf: (...assertions) => reader.all([], assertions),
  };
  return {
    find: (valid, refused) => {
      steps = 0;
      return answer(valid, refused);
    },
  };

  function answer(valid: readonly NormalSchema[], refused: readonly NormalSchema[]): Solution {
    const holds = distinct(valid.map(followed).filter((schema) => schema !== reader.always));
    const fails = distinct(refused.flatMap(alternativesOf).filter((schema) => schema !== reader.never));
    if (fails.some((schema) => schema === reader.always || holds.includes(schema)) || holds.includes(reader.never)) return noValue;
    const key = `${holds.map(({ id }) => id).join()}|${fails.map(({ id }) => id).join()}`;
    const known = answers.get(key);
    if (known !== undefined) return known;
    const depth = open.get(key);
    if (depth !== undefined) {
      dependsOn = Math.min(dependsOn, depth);
      return noValue;
    }
    if (open.size >= maxNesting || steps > maxSteps) return unknownValue;
    const outer = dependsOn;
    const own = open.size;
    dependsOn = Number.POSITIVE_INFINITY;
    open.set(key, own);
    const before = steps;
    const solution = isCovered(holds, fails) ? noValue : (byAlternative(holds, fails) ?? solve(holds, fails));
    open.delete(key);
    const isCertain = solution.kind === "value" || (solution.kind === "none" && dependsOn >= own);
    // Where most steps were spent in vain, they would be again.
    const isHopeless = solution.kind === "unknown" && (steps <= maxSteps || steps - before > maxSteps / 2) && own < maxNesting / 2;
    if (isCertain || isHopeless) answers.set(key, solution);
    dependsOn = Math.min(outer, dependsOn >= own ? Number.POSITIVE_INFINITY : dependsOn);
    return solution;
  }

  /** Whether one of the schemas alone refuses none of the values, as an unchanged alternative of a union. */
  function isCovered(holds: readonly NormalSchema[], fails: readonly NormalSchema[]): boolean {
    return fails.length > 1 && fails.some((schema) => answer(holds, [schema]).kind === "none");
  }

  /** The answers for each alternative of a union, which are remembered one by one; `undefined` if there is no union. */
  function byAlternative(holds: readonly NormalSchema[], fails: readonly NormalSchema[]): Solution | undefined {
    if (fails.length < 2) return undefined;
    // An alternative that adds nothing to what must hold would be the same question again.
    const addsNothing = (schema: NormalSchema) => followed(schema) === reader.always || holds.includes(followed(schema));
    for (const assertion of holds.flatMap(({ assertions }) => assertions))
      if ((assertion.kind === "any" || assertion.kind === "one") && !assertion.schemas.some(addsNothing))
        return firstOf(assertion.schemas, (schema) => answer([...holds, schema], fails));
    return undefined;
  }

  function solve(holds: readonly NormalSchema[], fails: readonly NormalSchema[]): Solution {
    const values = holds.flatMap(({ assertions }) => assertions).find((assertion) => assertion.kind === "values");
    if (values?.kind === "values")
      return firstOf(values.values, (value) => {
        const verdicts = [...holds.map((schema) => judge(schema, value)), ...fails.map((schema) => negated(judge(schema, value)))];
        if (verdicts.includes(false)) return noValue;
        return verdicts.includes(undefined) ? unknownValue : valueFound(value);
      });
    return firstOf(Object.values(typeBits), (type) => {
      const facts = factsOf(type);
      const isPossible =
        holds.every((schema) => assume(facts, { kind: "schema", schema, holds: true })) &&
        fails.every((schema) => assume(facts, { kind: "schema", schema, holds: false }));
      return isPossible ? decide(facts) : noValue;
    });
  }

  /** Decides between alternatives until none are left. */
  function decide(facts: Assumptions): Solution {
    steps += 1;
    if (steps > maxSteps) return unknownValue;
    let choice: Clause | undefined;
    for (;;) {
      const clauses = facts.clauses;
      const left: Clause[] = [];
      const forced: (readonly Literal[])[] = [];
      for (const clause of clauses) {
        const states = clause.map((literals) => stateOfAll(facts, literals));
        if (states.includes("true")) continue;
        const possible = clause.filter((_literals, index) => states[index] === "open");
        const [only] = possible;
        if (only === undefined) return noValue;
        if (possible.length === 1) forced.push(only);
        else left.push(possible);
      }
      facts.clauses = left;
      if (!forced.every((literals) => literals.every((literal) => assume(facts, literal)))) return noValue;
      if (forced.length > 0) continue;
      choice = left.reduce<Clause | undefined>(
        (least, clause) => (least === undefined || clause.length < least.length ? clause : least),
        undefined,
      );
      break;
    }
    if (choice === undefined) return build(facts);
    const others = facts.clauses.filter((clause) => clause !== choice);
    return firstOf(choice, (literals) => {
      const branch = copyOf(facts);
      branch.clauses = others;
      return literals.every((literal) => assume(branch, literal)) ? decide(branch) : noValue;
    });
  }

  function build(facts: Assumptions): Solution {
    const solution = buildOfType(facts);
    return solution.kind === "value" && facts.isInexact ? unknownValue : solution;
  }

  function buildOfType(facts: Assumptions): Solution {
    const values = assertionsOf(facts, "values", true)[0];
    // A list of values deep in alternatives: all other facts are held against each of them.
    const ofType = values?.values.filter((value) => typeBitOf(value) === facts.type);
    if (ofType !== undefined) return firstOf(ofType, (value) => verified(facts, value));
    switch (facts.type) {
      case typeBits.null:
        return firstOf([null], (value) => verified(facts, value));
      case typeBits.boolean:
        return firstOf([true, false], (value) => verified(facts, value));
      case typeBits.string:
        return findText(facts);
      case typeBits.array:
        return findArray(facts, search);
      case typeBits.object:
        return findObject(facts, search);
      default:
        return findNumber(facts);
    }
  }

  function verified(facts: Assumptions, value: Json): Solution {
    const verdicts = [...facts.assertions.values()].map(({ assertion, holds }) => {
      const verdict = judge(reader.all([], [assertion]), value);
      return holds ? verdict : negated(verdict);
    });
    return verdicts.includes(false) ? noValue : verdicts.includes(undefined) ? unknownValue : valueFound(value);
  }

  /** Whether what is known already decides a literal: that it is true, or that it is not. */
  function literalState(facts: Assumptions, literal: Literal): State {
    switch (literal.kind) {
      case "schema": {
        const state = stateOfSchema(facts, literal.schema, 3);
        return literal.holds ? state : opposite(state);
      }
      case "assertion": {
        const state = stateOfAssertion(facts, literal.assertion, 3);
        return literal.holds ? state : opposite(state);
      }
      case "absent": {
        const presence = facts.presence.get(literal.name);
        return presence === undefined ? "open" : presence ? "false" : "true";
      }
      case "member": {
        const { name, schema } = literal;
        if (facts.presence.get(name) === false) return "false";
        const on = schemasOn(facts, name);
        if (on.includes(schema)) return "false";
        return answer(on, [...(facts.refused.get(name) ?? []), schema]).kind === "none" ? "false" : "open";
      }
      case "other":
        return "open";
    }
  }

  function stateOfAll(facts: Assumptions, literals: readonly Literal[]): State {
    let state: "true" | "open" = "true";
    for (const literal of literals) {
      const own = literalState(facts, literal);
      if (own === "false") return "false";
      if (own === "open") state = "open";
    }
    return state;
  }
}

function negated(verdict: boolean | undefined): boolean | undefined {
  return verdict === undefined ? undefined : !verdict;
}

/** The target of a schema that is only a reference. */
function followed(schema: NormalSchema): NormalSchema {
  let target = schema;
  for (let links = 0; links < 100; links++) {
    const [only, ...others] = target.assertions;
    if (only?.kind !== "reference" || others.length > 0) break;
    target = only.target();
  }
  return target;
}

/** The schemas that all refuse a value that this one refuses. */
function alternativesOf(schema: NormalSchema): readonly NormalSchema[] {
  const target = followed(schema);
  const [only, ...others] = target.assertions;
  return only?.kind === "any" && others.length === 0 ? only.schemas.map(followed) : [target];
}

function distinct(schemas: readonly NormalSchema[]): readonly NormalSchema[] {
  return [...new Set(schemas)].sort((a, b) => a.id - b.id);
}
