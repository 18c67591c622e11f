import { isDeepStrictEqual } from "node:util";
import type { Compilation, Reading } from "../../../compile.ts";
import type { Diagnostic } from "../../../diagnostic/diagnostic.ts";
import { withoutUnused } from "../../../findings/without-unused.ts";
import { selectOperations, usedOperations } from "../../../lower/openapi/select-operations.ts";
import type { Project } from "../../../project/project.ts";
import { type Place, pointerOf, type Tree, valueAt, writtenTree } from "../../../source/tree.ts";

/** The paths of the files that have changed since a compilation. */
export function changedFiles({ files }: Project, before: Project): ReadonlySet<string> {
  const written = (tree: Tree | undefined) => tree && writtenTree(tree);
  return new Set([...files].flatMap(([path, tree]) => (written(tree) === written(before.files.get(path)) ? [] : [path])));
}

/**
 * The findings about changed files that can be shown before the project is compiled again: the findings of reading these files, and the
 * findings of the former compilation about unchanged values, even if these values are now at another position.
 */
export function earlyDiagnostics(reading: Reading, before: Compilation, changed: ReadonlySet<string>): Diagnostic[] {
  const { project, definitions, documents, diagnostics } = reading;
  const isInChanged = ({ place }: Diagnostic) => changed.has(place.tree.source.path);
  const kept = before.diagnostics.filter(isInChanged).flatMap((found) => {
    const place = placeNow(found.place, project);
    const related = found.related.flatMap((note) => {
      const now = placeNow(note.place, project);
      return now === undefined ? [] : [{ ...note, place: now }];
    });
    return place === undefined ? [] : [{ ...found, place, related }];
  });
  const used = usedOperations(selectOperations(definitions.accepted, documents, project));
  // Of two equal findings, the report keeps the first. The findings of the compilation come first, since they name the tools that an
  // invalid value prevents from compiling.
  return [...kept, ...withoutUnused(diagnostics.filter(isInChanged), used, project)];
}

/** The place of the same value in a project that was read again; `undefined` if the value was removed or changed. */
function placeNow(place: Place, project: Project): Place | undefined {
  if ("range" in place) return undefined;
  const former = writtenTree(place.tree);
  const tree = treeNow(former, project);
  if (tree === undefined) return undefined;
  const value = valueAt(tree, place.path);
  return value !== undefined && isDeepStrictEqual(value, valueAt(former, place.path)) ? { ...place, tree } : undefined;
}

function treeNow({ source, within }: Tree, project: Project): Tree | undefined {
  if (within === undefined) {
    const tree = project.files.get(source.path);
    return tree && writtenTree(tree);
  }
  const outer = treeNow(writtenTree(within.tree), project);
  const tree = outer && project.nested.get(outer)?.get(pointerOf(within.path));
  return tree && writtenTree(tree);
}
