import { isRecord, type UnknownRecord } from "../json.ts";
import { allHold, type Evaluation, type NodeVisit, type Subschema } from "./evaluation.ts";
import { type Kind, valueKind } from "./kind.ts";

/** Whether a value matches a schema. Throws a `RangeError` if this takes too many visits, or if references are cyclic. */
export function evaluate(value: unknown, schema: unknown, evaluation: Evaluation): boolean {
  const keyword = "";
  return matchesSubschema(value, { schema, keyword }, { evaluation, schema: {}, value, above: undefined, keyword, covered: undefined });
}

/**
 * Whether a value matches a subschema of the schema that was visited. If it does, the member or item to which the subschema applies has been
 * evaluated, or those that the subschema has evaluated.
 */
export function matchesSubschema(value: unknown, { schema, keyword, key }: Subschema, above: NodeVisit): boolean {
  const { evaluation, covered: outer } = above;
  const covered = (key === undefined && outer !== undefined) || needsCovered(schema) ? new Set<string | number>() : undefined;
  // The cast is safe: of a schema that is `true` or `false`, no keyword is read.
  const isMatch = matchesNode({ evaluation, schema: schema as UnknownRecord, value, above, keyword, key, covered });
  if (isMatch && outer !== undefined) for (const each of key === undefined ? (covered ?? []) : [key]) outer.add(each);
  return isMatch;
}

function needsCovered(schema: unknown): boolean {
  return isRecord(schema) && (Object.hasOwn(schema, "unevaluatedProperties") || Object.hasOwn(schema, "unevaluatedItems"));
}

function matchesNode(visit: NodeVisit): boolean {
  const { evaluation, schema, value }: { schema: unknown } & Omit<NodeVisit, "schema"> = visit;
  if (!isRecord(schema)) {
    if (schema === false) evaluation.violations?.push({ keyword: "false", visit });
    return schema !== false;
  }
  evaluation.visits.left -= 1;
  if (evaluation.visits.left < 0) throw new RangeError();
  const isHeld = holdsChecks("any", visit);
  if (!isHeld && !evaluation.isThorough) return false;
  const kind = valueKind(value);
  return (kind === "other" || holdsChecks(kind, visit)) && isHeld;
}

function holdsChecks(kind: Kind | "any", visit: NodeVisit): boolean {
  const { violations, checksOf } = visit.evaluation;
  return allHold(checksOf(visit.schema, kind), visit, ([keyword, check]) => {
    const before = violations?.length;
    // `kind` is that of the value, and the contract of `KeywordCheck` says what the limit is.
    const isHeld = check(visit.value as never, visit.schema[keyword] as never, visit);
    if (!isHeld && violations?.length === before) violations?.push({ keyword, visit });
    return isHeld;
  });
}

/** The names in `named` that the object has. */
export function presentIn(object: UnknownRecord, named: UnknownRecord): string[] {
  return Object.keys(named).filter((name) => Object.hasOwn(object, name));
}
