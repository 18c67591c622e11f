import { existsSync, readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { nearest } from "../../diagnostic/nearest.ts";
import { errorCode } from "../../host/failure.ts";
import { absolutePath, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The stats of a path that the user gave. If the path does not exist, throws a usage error with a suggestion. */
export function statsOfInput(path: string, what: "file" | "file or folder"): Stats {
  try {
    return statSync(absolutePath(path));
  } catch (error) {
    const code = errorCode(error);
    if (/^https?:\/\//.test(path))
      throw new UsageError(
        `"${path}" is a URL, but this command reads only files. Use \`toolsetc init <url>\` first: it saves the document of the URL and creates a project.`,
      );
    if (code === "ENOENT") throw new UsageError(`There is no ${what} "${path}".${hint(path)}`);
    if (code === "ENOTDIR") throw new UsageError(`There is no ${what} "${path}": "${fileAbove(path)}" is not a folder.`);
    if (code === "EACCES" || code === "EPERM") throw new UsageError(`You have no permission to read "${path}" (${code}).`);
    if (code === "ELOOP" || code === "ENAMETOOLONG") throw new UsageError(`"${path}" cannot be opened as a ${what} (${code}).`);
    throw error;
  }
}

/** Whether a file or folder exists at a path of the command line. */
export function isExisting(path: string): boolean {
  return existsSync(absolutePath(path));
}

/** Whether a path of the command line is that of a regular file. */
export function isExistingFile(path: string): boolean {
  try {
    return statSync(absolutePath(path)).isFile();
  } catch {
    return false;
  }
}

/** The beginning of a path that is a file although the path continues below it: `a.yaml` for `a.yaml/b`. */
function fileAbove(path: string): string {
  let above = path.replace(lastSlashes, "");
  while (!isExistingFile(above) && dirname(above) !== above) above = dirname(above);
  return above;
}

function hint(path: string): string {
  if (/^(?:HEAD|FETCH_HEAD|ORIG_HEAD)\b|^origin\//.test(path)) return " Commands that compare take a Git revision with --against.";
  return suggestion(path) ?? ` Paths are relative to ${terminal().cwd()}.`;
}

/** The text "Did you mean …?"; `undefined` if nothing in the folder of the path has a similar name. */
function suggestion(path: string): string | undefined {
  const bare = path.replace(lastSlashes, "");
  try {
    const near = nearest(basename(bare), readdirSync(absolutePath(dirname(bare))).sort());
    return near === undefined ? undefined : ` Did you mean "${bare.slice(0, bare.length - basename(bare).length)}${near}"?`;
  } catch {
    // The folder does not exist or cannot be read, so there is nothing to suggest.
    return undefined;
  }
}

/** The slashes at the end of a path. Shells add one when they complete the name of a folder. */
const lastSlashes = /(?<=.)[\\/]+$/;
