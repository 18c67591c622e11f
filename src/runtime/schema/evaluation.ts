import type { UnknownRecord } from "../json.ts";
import { locationBelow } from "./location.ts";
import type { Resolve } from "./references.ts";

/** A keyword that a value violates. */
export interface KeywordViolation {
  /** The keyword, or `false` for a schema that is `false`. */
  readonly keyword: string;
  /** The location of the value: `#/a` is its member `a`. */
  readonly instanceLocation: string;
  /** The location of the keyword. For a schema that is `false`, it is the location of the value. */
  readonly keywordLocation: string;
  /** How many alternatives of a union match. */
  readonly matches: number;
}

/** What all visits of one evaluation have in common. */
export interface Evaluation {
  readonly resolve: Resolve;
  /** Whether `format` is checked. */
  readonly assertsFormats: boolean;
  /** The schema nodes that may still be visited. Without this limit, a recursive union could take time exponential in the value's depth. */
  readonly visits: { left: number };
  /**
   * The violations. The violations in a subschema follow the violation of the keyword that contains the subschema. `undefined` if only the
   * result is needed.
   */
  readonly violations?: KeywordViolation[] | undefined;
  /** Whether all violations are collected, and not only those of the first keyword that a value violates. */
  readonly isThorough?: boolean;
}

/** The visit of a schema node with a value. */
export interface NodeVisit {
  readonly evaluation: Evaluation;
  readonly schema: UnknownRecord;
  /** The locations of the value and of the schema, if violations are collected. */
  readonly instance: string;
  readonly location: string;
  /** The members or items that subschemas have evaluated; `undefined` if no `unevaluatedProperties` or `unevaluatedItems` needs them. */
  readonly covered: Set<string | number> | undefined;
}

/**
 * Whether a value has the property that a keyword demands. `limit` is the value of the keyword: its type differs by keyword, and the compiler
 * writes only valid schemas. A check that reports no violation of its own is reported as a violation of its keyword.
 */
type Check<Value> = (value: Value, limit: never, visit: NodeVisit) => boolean;

/** The checks by keyword, in the order in which violations are reported. */
export interface Checks<Value> {
  readonly [keyword: string]: Check<Value>;
}

/** A subschema in the value of a keyword. */
export interface Subschema {
  readonly schema: unknown;
  readonly keyword: string;
  /** Its name or index, if the keyword has several subschemas. */
  readonly segment?: string | number;
}

/** A visit in which violations are not reported, since a value may violate the subschemas. */
export function quiet(visit: NodeVisit): NodeVisit {
  return { ...visit, evaluation: { ...visit.evaluation, violations: undefined, isThorough: false } };
}

/** The violation of a keyword by the value of a visit. */
export function violationOf(keyword: string, { instance, location }: NodeVisit, matches = 0): KeywordViolation {
  return { keyword, instanceLocation: instance, keywordLocation: `${location}/${keyword}`, matches };
}

/** The visit of a subschema with the same value. */
export function visitHere({ keyword, segment }: Subschema, { evaluation, schema, instance, location, covered }: NodeVisit): NodeVisit {
  const isLocated = evaluation.violations !== undefined;
  const below = isLocated ? `${location}/${keyword}` : "";
  return {
    evaluation,
    schema,
    instance,
    location: isLocated && segment !== undefined ? locationBelow(below, segment) : below,
    covered: covered && new Set(),
  };
}

/** The visit of a subschema with the member or item `key` of the value. */
export function visitBelow(key: string | number, subschema: Subschema, visit: NodeVisit): NodeVisit {
  const instance = visit.evaluation.violations === undefined ? "" : locationBelow(visit.instance, key);
  return { ...visitHere(subschema, visit), instance, covered: undefined };
}

/** Whether a condition holds for all items. A thorough evaluation continues after the first item for which it does not. */
export function allHold<Item>(items: readonly Item[], { evaluation }: NodeVisit, holds: (item: Item, index: number) => boolean): boolean {
  return evaluation.isThorough ? items.filter((item, index) => !holds(item, index)).length === 0 : items.every(holds);
}
