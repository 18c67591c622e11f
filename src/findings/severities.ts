import type { Diagnostic, Profile, Severity } from "../diagnostic/diagnostic.ts";
import { isInternal } from "../diagnostic/internal-error.ts";
import { highestSeverity } from "../diagnostic/severities.ts";
import type { Config } from "../project/config/config.ts";
import type { Documents } from "../project/documents/check-documents.ts";
import { optionalCodes } from "../rules/index.ts";
import { placePath } from "../source/problem-index.ts";
import { globOf } from "../source/text/glob.ts";
import { authoredOrigin, type Path, type Place, pointerOf, type Tree, type TreeLocation, writtenTree } from "../source/tree.ts";

/**
 * Returns a function that changes the severity of a diagnostic of reading by its effect and by the profile. An error in a document becomes a
 * warning if no tool is omitted because of it, because users often cannot change a document. `refused` has the locations of the invalid
 * values that prevent operations from becoming tools. What one of the `found` about such a value follows from prevents them too.
 */
export function effectsIn(
  { documents, found }: { readonly documents: Documents; readonly found: readonly Diagnostic[] },
  refused: readonly TreeLocation[],
  profile: Profile | undefined,
): (found: Diagnostic) => Diagnostic {
  const files = new Set([...documents.values()].flatMap((document) => [...document.files].map(writtenTree)));
  const prevents = isIn(refused);
  const isCause = isIn(
    found.flatMap(({ place, causedAt }) => (causedAt && prevents(place) ? [{ tree: causedAt.tree, path: placePath(causedAt) }] : [])),
  );
  const isHarmless = ({ severity, place }: Diagnostic) =>
    severity === "error" && files.has(writtenTree(place.tree)) && !prevents(place) && !isCause(place);
  return (each) => {
    if (each.errorIn === undefined) return each;
    if (each.errorIn === profile) return { ...each, severity: "error" };
    return isHarmless(each) ? { ...each, severity: "warning" } : each;
  };
}

/** The locations of the invalid values that prevent operations from becoming tools, except those in schemas. */
export function refusedIn(documents: Documents): TreeLocation[] {
  return [...documents.values()].flatMap(({ refused, unreadable }) => [...unreadable, ...refused.flatMap(({ causes }) => causes)]);
}

/** Returns a function that tests whether a place is one of the locations. */
function isIn(locations: readonly TreeLocation[]): (place: Place) => boolean {
  const pointers = pointersOf(locations);
  return (place) => pointers.get(writtenTree(place.tree))?.has(invalidPointer(placePath(place))) === true;
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

/**
 * Returns a function that finds the severity that the configuration sets for a finding: for its file, else for its toolset, else for the
 * project. If the configuration sets none, a finding of an optional rule is off, and any other finding keeps its severity. If a finding
 * concerns several toolsets, the highest of their severities applies. A locked severity is the lowest that a finding has. A bug of the compiler
 * is always an error.
 */
export function severityIn(config: Config): (found: Diagnostic) => Severity | "off" {
  const severityOf = unlockedSeverityIn(config);
  const { locked } = config;
  if (locked.size === 0) return severityOf;
  return (found) => highestSeverity([severityOf(found), locked.get(found.code)?.severity ?? "off"]);
}

function unlockedSeverityIn({ severities, overrides, pathSeverities }: Config): (found: Diagnostic) => Severity | "off" {
  const paths = pathSeverities.map((entry) => ({ matches: globOf(entry.path), severities: entry.severities })).reverse();
  return (found) => {
    const { code, toolset, sharedBy = [], place } = found;
    if (isInternal(found)) return found.severity;
    const { path } = ("path" in place ? authoredOrigin(place).tree : place.tree).source;
    const ofPath = paths.find(({ matches, severities }) => severities.has(code) && matches(path))?.severities.get(code)?.value;
    if (ofPath !== undefined) return ofPath;
    const ofProject = severities.get(code)?.value ?? (optionalCodes.has(code) ? "off" : found.severity);
    const ofToolsets = (toolset === undefined ? sharedBy : [toolset]).map(
      (name) => overrides.get(name)?.severities.get(code)?.value ?? ofProject,
    );
    return ofToolsets.length === 0 ? ofProject : highestSeverity(ofToolsets);
  };
}
