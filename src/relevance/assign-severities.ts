import type { Code, Diagnostic, Profile } from "../diagnostic/diagnostic.ts";
import type { FaultPlace, OpenApiDocument } from "../document/openapi/operation.ts";
import { type Path, pointerOf, type Tree, writtenTree } from "../source/tree.ts";

/** What decides how severe a finding is, besides its code and the configuration. */
export interface SeverityContext {
  /** The OpenAPI documents that were checked. Nobody may be able to change them, so what breaks the standard in one is an error only where a tool is lost by it. */
  readonly documents: Iterable<OpenApiDocument>;
  /** The values whose faults cost tools. */
  readonly losses: readonly FaultPlace[];
  readonly profile: Profile | undefined;
  /** Every code that there is. */
  readonly catalog: readonly Code<never>[];
}

/** Findings about definitions and documents, each as severe as what it costs and what the profile says. Which of them there are stays the same. */
export function assignSeverities(
  found: readonly Diagnostic[],
  { documents, losses, profile, catalog }: SeverityContext,
): readonly Diagnostic[] {
  const files = new Set([...documents].flatMap((document) => [...document.files].map(writtenTree)));
  const profiles = new Map(catalog.map(({ code, errorIn }) => [code, errorIn]));
  const costly = pointersOf(losses);
  const isHarmless = ({ severity, place }: Diagnostic) =>
    severity === "error" &&
    files.has(writtenTree(place.tree)) &&
    costly.get(writtenTree(place.tree))?.has(faultPointer(pathOf(place))) !== true;
  return found.map((each) => {
    const strict = profiles.get(each.code);
    if (strict === undefined) return each;
    if (strict === profile) return { ...each, severity: "error" };
    return isHarmless(each) ? { ...each, severity: "warning" } : each;
  });
}

/** What keeps the operations of documents from becoming tools, before anything is known of their schemas. */
export function refusedPlaces(documents: Iterable<OpenApiDocument>): FaultPlace[] {
  return [...documents].flatMap(({ refused, unreadable }) => [...unreadable, ...refused.flatMap(({ faults }) => faults)]);
}

function pointersOf(places: readonly FaultPlace[]): ReadonlyMap<Tree, ReadonlySet<string>> {
  const pointers = new Map<Tree, Set<string>>();
  for (const { tree, path } of places) {
    const written = writtenTree(tree);
    const known = pointers.get(written) ?? new Set<string>();
    pointers.set(written, known.add(faultPointer(path)));
  }
  return pointers;
}

/** A reference that cannot be followed is reported at its `$ref`, and what cannot be used is the object that holds it. */
function faultPointer(path: Path): string {
  return pointerOf(path.at(-1) === "$ref" ? path.slice(0, -1) : path);
}

/** A fault of the text is known by its characters; its problem says which value it spoils. */
function pathOf(place: Diagnostic["place"]): Path {
  if ("path" in place) return place.path;
  return place.tree.problems.find(({ range }) => range === place.range)?.path ?? [];
}
