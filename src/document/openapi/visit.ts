import { type Code, type Details, type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { JsonObject } from "../../source/json.ts";
import type { Home } from "../../source/repaired.ts";
import { isSpoiled, type Origin, originOfKey, originOfValue, type Path, type Tree } from "../../source/tree.ts";
import { exclusiveFields, missingOneOf } from "./codes.ts";
import type { Version } from "./operation.ts";
import type { Repair } from "./repair.ts";
import type { Shape } from "./shapes/shape.ts";

/** The file part of a `$ref`, from the file that it stands in. */
export type Find = (from: Tree, uri: string) => Tree | undefined;

/** What a check gathers. Only `complain` and `refuse` add to it. */
export interface Session {
  readonly version: Version;
  /** Of the document that is checked; a file that it refers to has none of its own. */
  readonly root: Tree;
  readonly find: Find;
  readonly diagnostics: Diagnostic[];
  readonly faults: Map<Tree, Path[]>;
  /** The trees that are checked. */
  readonly files: Set<Tree>;
  readonly references: Reference[];
  /** Whether the values that are not as the standard has them were repaired before; what is left of them cannot be. */
  readonly isRepaired: boolean;
  readonly repairs: Repair[];
  /** Links, discriminators and the like, which are checked once everything has been read. */
  readonly later: (() => void)[];
  /** The `operationId`s that links lead to, and where they say so. */
  readonly links: { readonly tree: Tree; readonly path: Path; readonly name: string }[];
}

/** A `$ref` that was met, and what the standard wants it to lead to; or a value that one led to before it was repaired. */
export interface Reference {
  readonly tree: Tree;
  /** Of the object that holds it. */
  readonly path: Path;
  readonly to: string | Home;
  readonly shape: Shape;
  readonly need: "vital" | "minor";
  /** Whether the standard has no reference there. */
  readonly isMisplaced: boolean;
}

/** Where a walk is. It moves with the walk; a path is copied only when something is said about it. */
export interface Visit {
  readonly session: Session;
  readonly tree: Tree;
  readonly path: (string | number)[];
  /** Whether what stands here is needed; see `Field.need`. */
  need: "vital" | "minor";
}

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
