import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Place } from "../source/locate.ts";
import { fileNotFound, fileTooLarge, notAFile, outsideProject } from "./load-codes.ts";
import { fileName, folderOf } from "./paths.ts";
import type { Unread } from "./read-files.ts";

/** Why a file that something asks for is not there. `paths` are all files of the project. */
export function unreadFile(reason: Unread, path: string, { place, paths }: { readonly place: Place; readonly paths: readonly string[] }): Diagnostic {
  switch (reason) {
    case "absent":
      return diagnostic(fileNotFound, { path, nearest: nearestPaths(path, paths) }, place);
    case "folder":
      return diagnostic(notAFile, { path }, place);
    case "outside":
      return diagnostic(outsideProject, { path }, place);
    case "too-large":
      return diagnostic(fileTooLarge, { path }, place);
  }
}

/** The file of that name elsewhere, else the file of about that name in that folder, else a path that is alike. */
function nearestPaths(path: string, paths: readonly string[]): string[] {
  const elsewhere = paths.filter((other) => fileName(other) === fileName(path)).slice(0, 3);
  if (elsewhere.length > 0) return elsewhere;
  const folder = folderOf(path);
  const name = nearest(fileName(path), paths.filter((other) => folderOf(other) === folder).map(fileName));
  const found = name === undefined ? nearest(path, paths) : `${folder}${name}`;
  return found === undefined ? [] : [found];
}
