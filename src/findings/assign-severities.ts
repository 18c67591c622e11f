import type { Code, Diagnostic, Profile } from "../diagnostic/diagnostic.ts";
import type { OpenApiDocument } from "../document/openapi/read/operation.ts";
import { type Path, placePath, pointerOf, type Tree, type TreeLocation, writtenTree } from "../source/tree.ts";

/** The data, besides codes and the configuration, that determines the severities of findings. */
export interface SeverityContext {
  /**
   * The checked OpenAPI documents. An error in a document becomes a warning if no tool is omitted because of it, because users often cannot
   * change a document.
   */
  readonly documents: Iterable<OpenApiDocument>;
  /** The locations of the invalid values that prevent operations from becoming tools. */
  readonly refused: readonly TreeLocation[];
  readonly profile: Profile | undefined;
  /** The codes of all diagnostics. */
  readonly diagnosticCodes: readonly Code<never>[];
}

/** Returns the findings with severities that depend on their effects and on the profile. */
export function assignSeverities(
  found: readonly Diagnostic[],
  { documents, refused, profile, diagnosticCodes }: SeverityContext,
): readonly Diagnostic[] {
  const files = new Set([...documents].flatMap((document) => [...document.files].map(writtenTree)));
  const profiles = new Map(diagnosticCodes.map(({ code, errorIn }) => [code, errorIn]));
  const preventing = pointersOf(refused);
  const isHarmless = ({ severity, place }: Diagnostic) =>
    severity === "error" &&
    files.has(writtenTree(place.tree)) &&
    preventing.get(writtenTree(place.tree))?.has(invalidPointer(placePath(place))) !== true;
  return found.map((each) => {
    const strict = profiles.get(each.code);
    if (strict === undefined) return each;
    if (strict === profile) return { ...each, severity: "error" };
    return isHarmless(each) ? { ...each, severity: "warning" } : each;
  });
}

/** The locations of the invalid values that prevent operations from becoming tools, except those in schemas. */
export function refusedLocations(documents: Iterable<OpenApiDocument>): TreeLocation[] {
  return [...documents].flatMap(({ refused, unreadable }) => [...unreadable, ...refused.flatMap(({ causes }) => causes)]);
}

function pointersOf(locations: readonly TreeLocation[]): ReadonlyMap<Tree, ReadonlySet<string>> {
  const pointers = new Map<Tree, Set<string>>();
  for (const { tree, path } of locations) {
    const written = writtenTree(tree);
    const known = pointers.get(written) ?? new Set<string>();
    pointers.set(written, known.add(invalidPointer(path)));
  }
  return pointers;
}

/** The JSON Pointer of an invalid value. For a `$ref` that cannot be resolved, the invalid value is the object that contains the `$ref`. */
function invalidPointer(path: Path): string {
  return pointerOf(path.at(-1) === "$ref" ? path.slice(0, -1) : path);
}
