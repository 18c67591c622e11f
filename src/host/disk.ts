import { type Dirent, existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Content } from "../project/files/read-files.ts";
import type { Host } from "../project/load.ts";
import { errorCode, Failure } from "./failure.ts";
import { isOutput } from "./output/record.ts";
import { isSameOrWithin } from "./output-folder.ts";
import { readPlainFile } from "./plain-file.ts";

/** Creates a host that reads the files of a folder on disk. Links are followed only if their target is inside the folder. */
export function createHost(root: string): Host {
  const folder = realRoot(root);
  // Synchronous reads are faster than asynchronous ones, which other threads execute.
  const read = (path: string, reach?: "repository") =>
    reach === undefined ? readWithin(folder, path, folder) : readConfiguration(folder, path, repositoryOf(folder));
  return { read: async (path, reach) => read(path, reach), list: async () => listFiles(folder) };
}

function realRoot(root: string): string {
  try {
    return realpathSync(resolve(root));
  } catch (error) {
    throw new Failure(`"${root}" cannot be opened (${errorCode(error) ?? "unknown"}).`, "Choose an existing folder that can be read.");
  }
}

/** The root of the repository of a folder, or the folder itself if it is in none. */
function repositoryOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** Reads a configuration in the repository. Whatever it is a link to must be one too, so that a pull request can show no other file. */
function readConfiguration(root: string, path: string, repository: string): Content {
  const isConfiguration = (file: string) => /\.(?:ya?ml|json)$/.test(file) && !/[\\/]\.git[\\/]/.test(file);
  return isConfiguration(path) ? readWithin(root, path, repository, isConfiguration) : "outside";
}

/** Reads a path relative to the root, if it and what it links to are in the folder `limit`. */
function readWithin(root: string, path: string, limit: string, isReadable: (file: string) => boolean = () => true): Content {
  const absolute = resolve(root, path);
  if (path.includes("\0") || !isSameOrWithin(absolute, limit)) return "outside";
  let real: string;
  try {
    real = realpathSync(absolute);
  } catch (error) {
    return absentOrThrow(error, path);
  }
  return isSameOrWithin(real, limit) && isReadable(real) ? readReal(real, path) : "outside";
}

/** Reads a path whose links are resolved. If a link has replaced the file in the meantime, the link is not followed. */
function readReal(real: string, path: string): Content {
  let content: ReturnType<typeof readPlainFile>;
  try {
    content = readPlainFile(real);
  } catch (error) {
    return absentOrThrow(error, path);
  }
  if (content === "special") throw new Failure(`"${path}" is a device or a pipe, not a file.`, "Only plain files are read.");
  return content === "link" ? "absent" : content;
}

function absentOrThrow(error: unknown, path: string): "absent" {
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ENAMETOOLONG") return "absent";
  throw new Failure(`"${path}" cannot be read (${code ?? String(error)}).`, "Check the permissions of the file.");
}

/**
 * Lists regular files and links. Skips hidden folders, `node_modules`, and output folders of the compiler, which may contain most files of
 * a project. Links to folders are not followed, since they may form cycles.
 */
function listFiles(root: string): string[] {
  const files: string[] = [];
  for (const { folder, entries } of foldersOf(root))
    for (const entry of entries) if (entry.isFile() || entry.isSymbolicLink()) files.push(`${folder}${entry.name}`);
  return files;
}

/** The absolute paths of the folders whose files `createHost(root)` lists. */
export function listFolders(root: string): string[] {
  const folder = realRoot(root);
  return [...foldersOf(folder)].map((each) => join(folder, each.folder));
}

function* foldersOf(root: string): Generator<{ readonly folder: string; readonly entries: readonly Dirent[] }> {
  const open = [""];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = entriesOf(root, folder);
    if (folder !== "" && isOutput(entries.map(({ name }) => name))) continue;
    yield { folder, entries };
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".")) open.push(`${folder}${entry.name}/`);
  }
}

/**
 * The entries of a folder below the root, or of the root if `path` is empty. Another folder that is absent or unreadable counts as empty.
 */
function entriesOf(root: string, path: string): Dirent[] {
  const folder = join(root, path);
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = errorCode(error) ?? String(error);
    if (path !== "" && ["ENOENT", "EACCES", "EPERM"].includes(code)) return [];
    throw new Failure(`"${folder}" cannot be listed (${code}).`, "Check the path and the permissions of the folder.");
  }
}
