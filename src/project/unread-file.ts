import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Place } from "../source/tree.ts";
import { fileNotFound, fileTooLarge, notAFile, outsideProject } from "./codes.ts";
import { baseName, folderOf, isInFolder } from "./paths.ts";
import type { Unread } from "./read-files.ts";

/** What a file was asked for by. */
export interface FileRequest {
  readonly place: Place;
  /** All files of the project. */
  readonly paths: readonly string[];
  /** Where it was looked for, from the root. */
  readonly tried: readonly string[];
}

/** Why a file that something asks for, by the path that is written there, is not to be had. */
export function unreadFile(reason: Unread, path: string, { place, paths, tried }: FileRequest): Diagnostic {
  switch (reason) {
    case "absent":
      return diagnostic(fileNotFound, { path, nearest: nearestPaths(tried, paths, folderOf(place.tree.source.path)) }, place);
    case "folder":
      return diagnostic(notAFile, { path }, place);
    case "outside":
      return diagnostic(outsideProject, { path }, place);
    case "too-large":
      return diagnostic(fileTooLarge, { path }, place);
  }
}

/** How many paths are compared letter by letter: a document may refer to hundreds of files that are not there. */
const maxCompared = 500;

/** In an exported app every toolset has a document of this name, and another's is never meant. */
const ofOneToolset = /(^|\/)open_api_toolset\/open_api_schema\.(json|ya?ml)$/;

/**
 * The file in other capitals, which some disks take for the same; else files of that name, below `folder` if there are any; else
 * a file of about that name in the same folder, else a path that is alike.
 */
function nearestPaths(tried: readonly string[], all: readonly string[], folder: string): string[] {
  const spelt = new Set(tried.map((path) => path.toLowerCase()));
  const recased = all.find((path) => spelt.has(path.toLowerCase()));
  if (recased !== undefined) return [recased];
  const paths = all.filter((path) => isInFolder(path, folder) || !ofOneToolset.test(path));
  const elsewhere = paths.filter((path) => tried.some((other) => baseName(other) === baseName(path)));
  const below = elsewhere.filter((path) => isInFolder(path, folder));
  if (elsewhere.length > 0) return (below.length > 0 ? below : elsewhere).slice(0, 3);
  for (const path of tried) {
    const beside = paths.filter((other) => folderOf(other) === folderOf(path)).slice(0, maxCompared);
    const found = nearest(path, beside);
    if (found !== undefined) return [found];
  }
  const found = tried.flatMap((path) => nearest(path, paths.slice(0, maxCompared)) ?? []);
  return found.slice(0, 1);
}
