import type { Code, Diagnostic, Profile } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument } from "../document/openapi/operation.ts";
import { type Path, placePath, pointerOf, type Tree, type TreeLocation, writtenTree } from "../source/tree.ts";

/** What determines the severity of a finding, besides its code and the configuration. */
export interface SeverityContext {
  /** The checked OpenAPI documents. Their users often cannot change them, so a violation is an error only where it makes a tool impossible. */
  readonly documents: Iterable<OpenApiDocument>;
  /** The locations of the invalid values that prevent operations from becoming tools. */
  readonly losses: readonly TreeLocation[];
  readonly profile: Profile | undefined;
  /** All codes. */
  readonly diagnosticCodes: readonly Code<never>[];
}

/** Assigns severities to findings about definitions and documents, by their effect and by the profile. No finding is added or removed. */
export function assignSeverities(
  found: readonly Diagnostic[],
  { documents, losses, profile, diagnosticCodes }: SeverityContext,
): readonly Diagnostic[] {
  const files = new Set([...documents].flatMap((document) => [...document.files].map(writtenTree)));
  const profiles = new Map(diagnosticCodes.map(({ code, errorIn }) => [code, errorIn]));
  const costly = pointersOf(losses);
  const isHarmless = ({ severity, place }: Diagnostic) =>
    severity === "error" &&
    files.has(writtenTree(place.tree)) &&
    costly.get(writtenTree(place.tree))?.has(invalidPointer(placePath(place))) !== true;
  return found.map((each) => {
    const strict = profiles.get(each.code);
    if (strict === undefined) return each;
    if (strict === profile) return { ...each, severity: "error" };
    return isHarmless(each) ? { ...each, severity: "warning" } : each;
  });
}

/** The locations of the invalid values that prevent operations from becoming tools, without those in schemas. */
export function refusedPlaces(documents: Iterable<OpenApiDocument>): TreeLocation[] {
  return [...documents].flatMap(({ refused, unreadable }) => [...unreadable, ...refused.flatMap(({ causes }) => causes)]);
}

function pointersOf(places: readonly TreeLocation[]): ReadonlyMap<Tree, ReadonlySet<string>> {
  const pointers = new Map<Tree, Set<string>>();
  for (const { tree, path } of places) {
    const written = writtenTree(tree);
    const known = pointers.get(written) ?? new Set<string>();
    pointers.set(written, known.add(invalidPointer(path)));
  }
  return pointers;
}

/** A reference that cannot be resolved is reported at its `$ref`; the invalid value is the object around it. */
function invalidPointer(path: Path): string {
  return pointerOf(path.at(-1) === "$ref" ? path.slice(0, -1) : path);
}
