import { type Code, type Details, diagnostic } from "../../../diagnostic/diagnostic.ts";
import type { JsonObject } from "../../../source/json/json.ts";
import { hasProblemAt } from "../../../source/problem-index.ts";
import { type Origin, originOfKey, originOfValue, type Path, type Tree } from "../../../source/tree.ts";
import type { ValidationSession, Visit } from "../check/shapes/shape.ts";
import { exclusiveFields, missingOneOf } from "../codes.ts";

/** The location of a value, and the session to which findings about the value are added. */
export interface ReportTarget {
  readonly session: ValidationSession;
  readonly tree: Tree;
  readonly path: Path;
}

/** A place inside the visited value: a relative path, and whether the key or the value at this path is meant. */
export interface RelativePlace {
  readonly steps: Path;
  readonly part: Origin["part"];
}

export const here: RelativePlace = { steps: [], part: "value" };

export function atKey(...steps: Path): RelativePlace {
  return { steps, part: "key" };
}

export function atValue(...steps: Path): RelativePlace {
  return { steps, part: "value" };
}

function originOf({ tree, path }: ReportTarget, spot: RelativePlace): Origin {
  return (spot.part === "key" ? originOfKey : originOfValue)(tree, [...path, ...spot.steps]);
}

/** Reports a violation that does not make the value unusable. */
export function reportFinding<Params>(visit: ReportTarget, { code, params, spot, details }: Reported<Params>): void {
  const origin = originOf(visit, spot);
  // After a syntax error, the parsed value is only a substitute, so a finding about it would be wrong. The parser reported the syntax
  // error.
  if (origin.tree.problems.length > 0 && hasProblemAt(origin.tree, origin.path)) return;
  visit.session.diagnostics.push(diagnostic(code, params, origin, details));
}

export interface Reported<Params> {
  readonly code: Code<Params>;
  readonly params: NoInfer<Params>;
  readonly spot: RelativePlace;
  readonly details?: Details;
}

/** Reports a violation that makes the value unusable. The path of the value is recorded as invalid only if calls need the value. */
export function reject<Params>(visit: Visit, finding: Reported<Params>): void {
  reportFinding(visit, finding);
  if (visit.need === "vital") addInvalidPath(visit.session, visit.tree, [...visit.path, ...finding.spot.steps]);
}

export function addInvalidPath({ invalidPaths }: ValidationSession, tree: Tree, path: Path): void {
  const known = invalidPaths.get(tree);
  if (known === undefined) invalidPaths.set(tree, [path]);
  else known.push(path);
}

/** Reports two fields that exclude each other. */
export function exclude(one: string, other: string, at: { readonly value: JsonObject; readonly visit: Visit }): void {
  if (Object.hasOwn(at.value, one) && Object.hasOwn(at.value, other)) {
    reportFinding(at.visit, { code: exclusiveFields, params: { one, other }, spot: atKey(other) });
  }
}

/** Reports that an object has none of several fields. */
export function requireOneOf(fields: readonly string[], value: JsonObject, visit: Visit): void {
  if (!fields.some((name) => Object.hasOwn(value, name))) reportFinding(visit, { code: missingOneOf, params: { fields }, spot: here });
}
