import type { Library } from "../call.ts";
import type { UnknownRecord } from "../json.ts";
import type { Kind } from "./kind.ts";
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
  /** How many alternatives of a union match; absent for other keywords. */
  readonly matches?: number | undefined;
  /** Whether the value of the keyword is a subschema, whose errors follow. */
  readonly isOfSubschema?: boolean;
}

/** What all visits of one evaluation have in common. */
export interface Evaluation {
  readonly resolve: Resolve;
  /** The checks of the keywords of a schema for values of a kind, in the order in which violations are reported. */
  readonly checksOf: (schema: UnknownRecord, kind: Kind | "any") => readonly NamedCheck[];
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
export type KeywordCheck<Value> = (value: Value, limit: never, visit: NodeVisit) => boolean;

/** A keyword and its check. */
export type NamedCheck = readonly [keyword: string, check: KeywordCheck<never>];

/** A keyword of schemas. */
export interface Keyword<Value = never> {
  readonly check: KeywordCheck<Value>;
  /** What is said of a value that violates the keyword, after its location; absent for a keyword whose subschemas are violated. */
  readonly text?: (limit: never, violated: ViolatedPart) => string;
  /** Noun phrases for the values that match the keyword, as `phrasesOf` returns them; absent for a keyword that does not say it in short. */
  readonly phrases?: (limit: never, described: DescribedSchema) => readonly string[] | undefined;
}

/** Keywords by name: those of one part of the library. */
export interface Keywords<Value = never> {
  readonly [keyword: string]: Keyword<Value>;
}

/** Access to the nodes of a schema. */
export interface SchemaNodes {
  /** The value at a keyword location such as `#/properties/a/$ref/minimum`, which may pass through references. */
  readonly at: (location: string) => unknown;
  /** The schema that `node` refers to, or `node` itself if it has no reference. */
  readonly resolve: (node: unknown) => UnknownRecord | undefined;
  /** The schemas of the members that `node` names, including those that are named in its `allOf` and its alternatives. */
  readonly members: (node: unknown) => ReadonlyMap<string, unknown>;
  /** A keyword that is checked. */
  readonly keyword: (name: string) => Keyword;
  /** The parts of the library that describe violations. */
  readonly library: Library;
}

/** A schema that a message describes. */
export interface DescribedSchema {
  readonly schema: UnknownRecord;
  readonly nodes: SchemaNodes;
  /** How many schemas it is in. */
  readonly depth: number;
}

/** A part of the validated value that violates a keyword, and what is needed to describe the violation. */
export interface ViolatedPart {
  readonly error: KeywordViolation;
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly nodes: SchemaNodes;
  /** Whether a value matches a part of the schema. */
  readonly isValid: (example: unknown, node: unknown) => boolean;
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
export function violationOf(keyword: string, { instance, location }: NodeVisit, matches?: number): KeywordViolation {
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
