import { type Code, type Details, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { JsonObject } from "../../source/json.ts";
import { isSpoiled, type Origin, originOfKey, originOfValue, type Path, type Tree } from "../../source/tree.ts";
import { exclusiveFields, missingOneOf } from "./codes.ts";
import type { Session, Visit } from "./shapes/shape.ts";

/** A value about which something can be said. */
export interface Spotted {
  readonly session: Session;
  readonly tree: Tree;
  readonly path: Path;
}

/** Where in the value that is visited: at one of its steps, and there the key or the value. */
export interface Spot {
  readonly steps: Path;
  readonly part: Origin["part"];
}

export const here: Spot = { steps: [], part: "value" };

export function atKey(...steps: Path): Spot {
  return { steps, part: "key" };
}

export function atValue(...steps: Path): Spot {
  return { steps, part: "value" };
}

function originOf({ tree, path }: Spotted, spot: Spot): Origin {
  return (spot.part === "key" ? originOfKey : originOfValue)(tree, [...path, ...spot.steps]);
}

/** Says what breaks the standard and costs nothing. */
export function complain<Params>(visit: Spotted, say: Said<Params>): void {
  const origin = originOf(visit, say.spot);
  // Where the text is at fault, what is wrong with the value that took its place is no news.
  if (origin.tree.problems.length > 0 && isSpoiled(origin.tree, origin.path)) return;
  visit.session.diagnostics.push(diagnostic(say.code, say.params, origin, say.details));
}

export interface Said<Params> {
  readonly code: Code<Params>;
  readonly params: NoInfer<Params>;
  readonly spot: Spot;
  readonly details?: Details;
}

/** Says what makes this value unusable, unless nothing needs it. */
export function refuse<Params>(visit: Visit, say: Said<Params>): void {
  complain(visit, say);
  if (visit.need === "vital") addFault(visit.session, visit.tree, [...visit.path, ...say.spot.steps]);
}

export function addFault({ faults }: Session, tree: Tree, path: Path): void {
  const known = faults.get(tree);
  if (known === undefined) faults.set(tree, [path]);
  else known.push(path);
}

/** Two fields of which only one may be there. */
export function exclude(one: string, other: string, at: { readonly value: JsonObject; readonly visit: Visit }): void {
  if (Object.hasOwn(at.value, one) && Object.hasOwn(at.value, other)) {
    complain(at.visit, { code: exclusiveFields, params: { one, other }, spot: atKey(other) });
  }
}

/** Fields of which one must be there. */
export function wantOneOf(fields: readonly string[], value: JsonObject, visit: Visit): void {
  if (!fields.some((name) => Object.hasOwn(value, name))) complain(visit, { code: missingOneOf, params: { fields }, spot: here });
}
