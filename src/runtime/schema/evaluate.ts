import { isRecord, type UnknownRecord } from "../json.ts";
import { allHold, type Evaluation, type NodeVisit, type Subschema, violationOf, visitBelow, visitHere } from "./evaluation.ts";
import { type Kind, valueKind } from "./kind.ts";

/** Whether a value matches a schema. Throws a `RangeError` if this takes too many visits, or if references are cyclic. */
export function evaluate(value: unknown, schema: unknown, evaluation: Evaluation): boolean {
  return matchesNode(value, schema, { evaluation, schema: {}, instance: "#", location: "#", covered: undefined });
}

/** Whether a value matches a schema, whose locations and evaluation `visit` has. */
export function matchesNode(value: unknown, schema: unknown, visit: NodeVisit): boolean {
  const { evaluation, instance } = visit;
  if (schema === false) {
    evaluation.violations?.push({ keyword: "false", instanceLocation: instance, keywordLocation: instance });
    return false;
  }
  if (!isRecord(schema)) return true;
  evaluation.visits.left -= 1;
  if (evaluation.visits.left < 0) throw new RangeError("The validation visits too many schema nodes.");
  const needsCovered = Object.hasOwn(schema, "unevaluatedProperties") || Object.hasOwn(schema, "unevaluatedItems");
  return holds(value, { ...visit, schema, covered: visit.covered ?? (needsCovered ? new Set() : undefined) });
}

function holds(value: unknown, visit: NodeVisit): boolean {
  const isHeld = holdsChecks(value, "any", visit);
  if (!isHeld && !visit.evaluation.isThorough) return false;
  const kind = valueKind(value);
  return (kind === "other" || holdsChecks(value, kind, visit)) && isHeld;
}

function holdsChecks(value: unknown, kind: Kind | "any", visit: NodeVisit): boolean {
  const { violations, checksOf } = visit.evaluation;
  return allHold(checksOf(visit.schema, kind), visit, ([keyword, check]) => {
    const before = violations?.length;
    // `kind` is that of the value, and the contract of `Check` says what the limit is.
    const isHeld = check(value as never, visit.schema[keyword] as never, visit);
    if (!isHeld && violations?.length === before) violations?.push(violationOf(keyword, visit));
    return isHeld;
  });
}

/** Whether a value matches a subschema for the same value. What the subschema evaluates counts only if the value matches. */
export function matchesHere(value: unknown, subschema: Subschema, visit: NodeVisit): boolean {
  const inner = visitHere(subschema, visit);
  const isMatch = matchesNode(value, subschema.schema, inner);
  if (isMatch) for (const key of inner.covered ?? []) visit.covered?.add(key);
  return isMatch;
}

export function holdsHere(value: unknown, subschema: Subschema, visit: NodeVisit): boolean {
  return reported(subschema.keyword, visit, () => matchesHere(value, subschema, visit));
}

/** A member or an item, and its name or index. */
interface Part {
  readonly key: string | number;
  readonly value: unknown;
}

export function holdsBelow({ key, value }: Part, subschema: Subschema, visit: NodeVisit): boolean {
  return reported(subschema.keyword, visit, () => matchesNode(value, subschema.schema, visitBelow(key, subschema, visit)));
}

/** Whether a member or an item matches a subschema, which has then evaluated it. */
export function covers(part: Part, subschema: Subschema, visit: NodeVisit): boolean {
  const isMatch = holdsBelow(part, subschema, visit);
  if (isMatch) visit.covered?.add(part.key);
  return isMatch;
}

/** Reports the violation of a keyword before the violations that `holds` reports; none if `holds` returns `true`. */
function reported(keyword: string, visit: NodeVisit, holds: () => boolean): boolean {
  const { violations } = visit.evaluation;
  if (violations === undefined) return holds();
  const before = violations.length;
  violations.push({ ...violationOf(keyword, visit), isOfSubschema: true });
  const isHeld = holds();
  if (isHeld) violations.length = before;
  return isHeld;
}

/** The names in `named` that the object has. */
export function presentIn(object: UnknownRecord, named: UnknownRecord): string[] {
  return Object.keys(named).filter((name) => Object.hasOwn(object, name));
}
