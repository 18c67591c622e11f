import type { Library } from "../call.ts";
import type { UnknownRecord } from "../json.ts";
import type { Kind } from "./kind.ts";
import type { Resolve } from "./references.ts";

/** The violation of a keyword by the value of a visit. */
export interface KeywordViolation {
  /** The keyword, or `false` for a schema that is `false`. */
  readonly keyword: string;
  /** The visit of the schema that has the keyword. */
  readonly visit: NodeVisit;
  /** The alternatives of a union, each with its violations; absent for other keywords. */
  readonly alternatives?: readonly Alternative[];
}

/** An alternative of a union with which a value was compared. */
export interface Alternative {
  readonly schema: unknown;
  readonly isMatch: boolean;
  readonly violations: readonly KeywordViolation[];
}

/** What all visits of one evaluation have in common. */
export interface Evaluation {
  /** The parts of the library that check keywords. */
  readonly library: Library;
  readonly resolve: Resolve;
  /** The checks of the keywords of a schema for values of a kind, in the order in which violations are reported. */
  readonly checksOf: (schema: UnknownRecord, kind: Kind | "any") => readonly NamedCheck[];
  /** The schema nodes that may still be visited. Without this limit, a recursive union could take time exponential in the value's depth. */
  readonly visits: { left: number };
  /** The violations; `undefined` if only the result is needed. */
  readonly violations?: KeywordViolation[] | undefined;
  /** Whether all violations are collected, and not only those of the first keyword that a value violates. */
  readonly isThorough?: boolean;
}

/** A subschema in the value of a keyword. */
export interface Subschema {
  readonly schema: unknown;
  readonly keyword: string;
  /** The name or index of the member or item to which the subschema applies; absent if it applies to the value itself. */
  readonly key?: string | number | undefined;
}

/** A subschema, and where it is. */
export interface LocatedSchema extends Subschema {
  /** The visit of the schema that contains this one under `keyword`; `undefined` for a whole schema. */
  readonly above: NodeVisit | undefined;
}

/** The visit of a schema node with a value. */
export interface NodeVisit extends LocatedSchema {
  readonly evaluation: Evaluation;
  readonly schema: UnknownRecord;
  readonly value: unknown;
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
  readonly text?: (limit: never, visit: NodeVisit, nodes: SchemaNodes) => string;
  /** Noun phrases for the values that match the keyword, as `phrasesOf` returns them; absent for a keyword that does not say it in short. */
  readonly phrases?: (limit: never, described: DescribedSchema) => readonly string[] | undefined;
}

/** Keywords by name: those of one part of the library. */
export interface Keywords<Value = never> {
  readonly [keyword: string]: Keyword<Value>;
}

/** Access to the nodes of a schema, for messages. */
export interface SchemaNodes {
  /** The schema that `node` refers to, or `node` itself if it has no reference. */
  readonly resolve: (node: unknown) => UnknownRecord | undefined;
  /** The schemas of the members that `node` names, including those that are named in its `allOf` and its alternatives. */
  readonly members: (node: unknown) => ReadonlyMap<string, unknown>;
  /** A keyword that is checked. */
  readonly keyword: (name: string) => Keyword;
  /** Begins another evaluation, of an example. */
  readonly begin: () => Evaluation;
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

/** A visit in which violations are not reported, since a value may violate the subschemas. */
export function quiet(visit: NodeVisit): NodeVisit {
  return { ...visit, evaluation: { ...visit.evaluation, violations: undefined, isThorough: false } };
}

/** The path of the value of a visit. */
export function valuePath({ above, key }: NodeVisit): (string | number)[] {
  const path = above === undefined ? [] : valuePath(above);
  return key === undefined ? path : [...path, key];
}

/** Whether a condition holds for all items. A thorough evaluation continues after the first item for which it does not. */
export function allHold<Item>(items: readonly Item[], { evaluation }: NodeVisit, holds: (item: Item, index: number) => boolean): boolean {
  return evaluation.isThorough ? items.filter((item, index) => !holds(item, index)).length === 0 : items.every(holds);
}
