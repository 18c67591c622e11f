import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";

/** What is known of something that assertions are about. `undefined` is unknown or absent; a list is a set of values, such as tags. */
export type Fact = string | number | boolean | readonly string[] | undefined;

/** A condition on one fact. `must` says what the fact must be: `be "required"`. It may depend on the fact, since a text has a length. */
export interface FactTest {
  readonly holds: (fact: Fact) => boolean;
  readonly must: (fact: Fact) => string;
}

/**
 * Makes a test of the form that the configuration's schema allows: a value that is equal, a list of values of which one is equal, or
 * predicates that must all hold. Of a fact that is a list, one item must be equal or match.
 */
export function factTest(written: Json): FactTest {
  if (isArray(written)) return { holds: isOneOf(written), must: () => `be one of ${written.map(quoted).join(", ")}` };
  if (!isObject(written)) return { holds: isOneOf([written]), must: () => `be ${quoted(written)}` };
  const tests = Object.entries(written).map(([name, operand]) => predicates[name as keyof typeof predicates](operand)); // The schema has no others.
  return {
    holds: (fact) => tests.every((test) => test.holds(fact)),
    must: (fact) => (tests.find((test) => !test.holds(fact)) ?? tests[0])?.must(fact) ?? "",
  };
}

/** The regular expressions in a condition, each with its path. */
export function patternsIn(condition: JsonObject): { readonly path: readonly string[]; readonly pattern: string }[] {
  return Object.entries(condition).flatMap(([name, value]) => {
    if (name === "matches" && typeof value === "string") return [{ path: [name], pattern: value }];
    return isObject(value) ? patternsIn(value).map(({ path, pattern }) => ({ path: [name, ...path], pattern })) : [];
  });
}

/** A fact in words: `is "none"`, `is absent`. */
export function factInWords(fact: Fact): string {
  if (!exists(fact)) return "is absent";
  return `is ${valuesOf(fact).map(quoted).join(", ")}`;
}

const predicates: { readonly [name in "matches" | "exists" | "atLeast" | "atMost" | "not"]: (operand: Json) => FactTest } = {
  matches: (operand) => {
    const pattern = new RegExp(String(operand), "u");
    const holds = (fact: Fact) => valuesOf(fact).some((value) => pattern.test(String(value)));
    return { holds, must: () => `match ${pattern.source}` };
  },
  exists: (operand) => ({ holds: (fact) => exists(fact) === operand, must: () => (operand === true ? "be there" : "be absent") }),
  atLeast: (operand) => bound("at least", operand, (size) => size >= Number(operand)),
  atMost: (operand) => bound("at most", operand, (size) => size <= Number(operand)),
  not: (operand) => {
    const inner = factTest(operand);
    return { holds: (fact) => !inner.holds(fact), must: (fact) => `not ${inner.must(fact)}` };
  },
};

function bound(words: string, limit: Json, isWithin: (size: number) => boolean): FactTest {
  return {
    holds: (fact) => {
      const size = sizeOf(fact);
      return size !== undefined && isWithin(size);
    },
    must: (fact) =>
      typeof fact === "string"
        ? `have ${words} ${String(limit)} characters, not ${fact.length}`
        : Array.isArray(fact)
          ? `have ${words} ${String(limit)} entries, not ${fact.length}`
          : `${fact === undefined ? "be there, and " : ""}be ${words} ${String(limit)}`,
  };
}

function isOneOf(allowed: readonly Json[]): FactTest["holds"] {
  return (fact) => valuesOf(fact).some((value) => allowed.includes(value));
}

/** A number, or the length of a text or a list. An unknown fact has no size. */
function sizeOf(fact: Fact): number | undefined {
  if (fact === undefined || typeof fact === "boolean") return undefined;
  return typeof fact === "number" ? fact : fact.length;
}

function exists(fact: Fact): boolean {
  return fact !== undefined && fact !== "" && valuesOf(fact).length > 0;
}

function valuesOf(fact: Fact): readonly (string | number | boolean)[] {
  if (fact === undefined) return [];
  return typeof fact === "object" ? fact : [fact];
}

/** The most characters of a text that a message repeats. */
const maxShown = 60;

function quoted(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…"` : text;
}
