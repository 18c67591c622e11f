import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import { lastSegment } from "../../source/text/last-segment.ts";
import type { Place } from "../../source/tree.ts";
import { fileNotFound, fileTooLarge, notAFile, outsideProject } from "../codes.ts";
import { folderOf, isBelow } from "./paths.ts";
import type { Unread } from "./read-files.ts";

/** The place of a reference to a file, and the paths at which the file was looked for. */
export interface FileRequest {
  readonly place: Place;
  /** The paths of all files of the project. */
  readonly paths: readonly string[];
  /** Those of the paths that may be suggested; by default, all. */
  readonly suggested?: readonly string[];
  /** The paths that were tried, relative to the project's root. */
  readonly tried: readonly string[];
}

/** Creates the diagnostic for a file that cannot be read. `path` is the path as authored. */
export function unreadFile(reason: Unread, path: string, { place, paths, suggested = paths, tried }: FileRequest): Diagnostic {
  switch (reason) {
    case "absent": {
      const from = place.tree.source.path;
      const others = suggested.filter((each) => each !== from);
      const nearest = nearestPaths(tried, others, folderOf(from));
      return diagnostic(fileNotFound, { path, folder: missingFolder(tried, paths), nearest }, place);
    }
    case "folder":
      return diagnostic(notAFile, { path }, place);
    case "outside":
      return diagnostic(outsideProject, { path }, place);
    case "too-large":
      return diagnostic(fileTooLarge, { path }, place);
  }
}

/** The outermost folder that is missing on the first of the paths; `undefined` if one of the paths is in a folder that exists. */
function missingFolder(tried: readonly string[], paths: readonly string[]): string | undefined {
  const existing = existingFolders(paths);
  // Nothing is known about the folders outside of the project's root.
  if (tried.some((path) => path.startsWith("../") || existing.has(folderOf(path)))) return undefined;
  return tried
    .slice(0, 1)
    .flatMap(foldersOf)
    .find((folder) => !existing.has(folder));
}

/** The folders of each list of paths, which many files may be looked for in. */
const foldersOfPaths = new WeakMap<readonly string[], ReadonlySet<string>>();

function existingFolders(paths: readonly string[]): ReadonlySet<string> {
  const known = foldersOfPaths.get(paths) ?? new Set(["", ...paths.flatMap(foldersOf)]);
  foldersOfPaths.set(paths, known);
  return known;
}

/** The folders that a path leads through, from the outermost one. */
function foldersOf(path: string): string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

/**
 * The maximum number of paths that are compared by edit distance. The limit is needed because a document may refer to hundreds of absent
 * files.
 */
const maxCompared = 500;

/**
 * Matches the document of a toolset in an exported app. Since the documents of all toolsets have the same name, the document of another
 * toolset is not suggested.
 */
const ofOneToolset = /(^|\/)open_api_toolset\/open_api_schema\.(json|ya?ml)$/;

/**
 * The existing paths that the author probably meant: a path that differs only in case; else paths with the same file name, preferably below
 * `folder`; else the most similar path in the same folder; else the most similar path.
 */
function nearestPaths(tried: readonly string[], all: readonly string[], folder: string): string[] {
  const spelt = new Set(tried.map((path) => path.toLowerCase()));
  const recased = all.find((path) => spelt.has(path.toLowerCase()));
  if (recased !== undefined) return [recased];
  const paths = all.filter((path) => isBelow(path, folder) || !ofOneToolset.test(path));
  const elsewhere = paths.filter((path) => tried.some((other) => lastSegment(other) === lastSegment(path)));
  const below = elsewhere.filter((path) => isBelow(path, folder));
  if (elsewhere.length > 0) return (below.length > 0 ? below : elsewhere).slice(0, 3);
  for (const path of tried) {
    const neighbors = paths.filter((other) => folderOf(other) === folderOf(path)).slice(0, maxCompared);
    const found = nearest(path, neighbors);
    if (found !== undefined) return [found];
  }
  const found = tried.flatMap((path) => nearest(path, paths.slice(0, maxCompared)) ?? []);
  return found.slice(0, 1);
}
