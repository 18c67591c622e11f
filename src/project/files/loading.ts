import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { fileStart } from "../../source/text/file-start.ts";
import type { Place, Tree } from "../../source/tree.ts";
import { emptyFile } from "../codes.ts";
import type { ProjectReader } from "./read-files.ts";
import { unreadFile } from "./unread-file.ts";

/** The state that all steps of loading share. Diagnostics are collected here, because the steps are asynchronous and run concurrently. */
export interface Loading {
  readonly reader: ProjectReader;
  /**
   * The paths of all files below the root, sorted. The files are listed on first use, since a bare document may be in a folder of a million
   * files.
   */
  readonly paths: () => Promise<readonly string[]>;
  readonly diagnostics: Diagnostic[];
}

/** Returns those of the paths at which a file or folder exists. */
export async function existingFiles(paths: readonly string[], { reader }: Loading): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => reader.text(path)));
  return paths.filter((_, index) => texts[index] !== "absent");
}

/**
 * Reads a file that must exist and must not be empty. If the file cannot be read, this is reported at `place`, the reference to the file.
 */
export async function readRequired(path: string, place: Place, loading: Loading): Promise<Tree | undefined> {
  const tree = await loading.reader.tree(path);
  if (typeof tree === "string") {
    loading.diagnostics.push(unreadFile(tree, path, { place, paths: await loading.paths(), tried: [path] }));
    return undefined;
  }
  if (!isBlank(tree)) return tree;
  if (!/(^|\/)toolsetc\.ya?ml$/.test(path))
    loading.diagnostics.push(diagnostic(emptyFile, { path }, { tree, range: { start: 0, end: 0 } }));
  return undefined;
}

/** Reads the file of a resource. If the file cannot be read, this is reported, and a tree without data is returned. */
export async function readResourceFile(path: string, loading: Loading): Promise<Tree> {
  return (await readRequired(path, fileStart(path), loading)) ?? treeWithoutData(path);
}

/** Creates the tree of a file that cannot be read. */
export function treeWithoutData(path: string): Tree {
  return { ...parseTree({ path, text: "" }), data: undefined, problems: [] };
}

/** Whether a file is empty or contains only white space. Such a file gets one diagnostic instead of the diagnostics of the parser. */
export function isBlank({ source, problems }: Tree): boolean {
  return source.text.trim() === "" && !problems.some(({ code }) => code === "not-utf-8");
}
