import type { Json } from "../../../source/json/json.ts";
import type { Budget } from "../budget.ts";
import { type Assumptions, assertionsOf } from "./assumptions.ts";
import { findArray } from "./find-array.ts";
import { findNumber } from "./find-number.ts";
import { findObject } from "./find-object.ts";
import { findString } from "./find-string.ts";
import { judge, negated } from "./judge.ts";
import { type SchemaReader, typeBitOf, typeBits } from "./normal-schema.ts";
import type { Search } from "./search.ts";
import { firstOf, noValue, type Solution, unknownValue, valueFound } from "./solution.ts";

/** What building a value needs of the search. */
interface Building {
  readonly reader: SchemaReader;
  readonly budget: Budget;
  readonly search: Search;
}

/** Builds a value that satisfies assumptions of which no clause is left to decide. */
export function buildValue(assumed: Assumptions, building: Building): Solution {
  const solution = buildOfType(assumed, building);
  return solution.kind === "value" && assumed.isInexact ? unknownValue : solution;
}

function buildOfType(assumed: Assumptions, { reader, budget, search }: Building): Solution {
  const described = assertionsOf(assumed, "members", true).reduce((sum, { properties }) => sum + properties.size, 0);
  if (!budget.spend(sizeOf(assumed) + described)) return unknownValue;
  const values = assertionsOf(assumed, "values", true)[0];
  // A chosen alternative may list the possible values. Each listed value is checked against all other assumptions.
  const ofType = values?.values.filter((value) => typeBitOf(value) === assumed.type);
  if (ofType !== undefined) return firstOf(ofType, (value) => verified(assumed, value, reader));
  switch (assumed.type) {
    case typeBits.null:
      return firstOf([null], (value) => verified(assumed, value, reader));
    case typeBits.boolean:
      return firstOf([true, false], (value) => verified(assumed, value, reader));
    case typeBits.string:
      return findString(assumed);
    case typeBits.array:
      return findArray(assumed, search);
    case typeBits.object:
      return findObject(assumed, search);
    default:
      return findNumber(assumed);
  }
}

/** A value, if it satisfies all assumptions. */
function verified(assumed: Assumptions, value: Json, reader: SchemaReader): Solution {
  const verdicts = [...assumed.assertions.values()].map(({ assertion, holds }) => {
    const verdict = judge(reader.all([], [assertion]), value);
    return holds ? verdict : negated(verdict);
  });
  return verdicts.includes(false) ? noValue : verdicts.includes(undefined) ? unknownValue : valueFound(value);
}

/** The number of assumptions, to which the time of a step is proportional. */
export function sizeOf({ assertions, schemas, presence, clauses }: Assumptions): number {
  return 1 + assertions.size + schemas.size + presence.size + clauses.length;
}
