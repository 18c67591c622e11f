import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { parseTree } from "../source/parse-tree.ts";
import type { Place, Tree } from "../source/tree.ts";
import { emptyFile } from "./codes.ts";
import type { ProjectReader } from "./read-files.ts";
import { unreadFile } from "./unread-file.ts";

/** What all steps of loading share. Findings are gathered here, since each step waits for files. */
export interface Loading {
  readonly reader: ProjectReader;
  /** Every file below the root, sorted. Asked of the host when first wanted: a bare document may lie in a folder of a million files. */
  readonly paths: () => Promise<readonly string[]>;
  readonly diagnostics: Diagnostic[];
}

/** Of paths that files may or may not have, those that they have. */
export async function existingFiles(paths: readonly string[], { reader }: Loading): Promise<string[]> {
  const texts = await Promise.all(paths.map((path) => reader.text(path)));
  return paths.filter((_, index) => texts[index] !== "absent");
}

/** A file that must be there. What is wrong with it is said at the place that asks for it. */
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

/** An empty file has a finding of its own, and not those of the parser. */
export function isBlank({ source, problems }: Tree): boolean {
  return source.text.trim() === "" && !problems.some(({ code }) => code === "not-utf-8");
}

/** A file that could not be read, as a place: it has a name, and no text to point at. */
export function fileStart(path: string): Place {
  return { tree: { ...parseTree({ path, text: "{}" }), source: { path, text: "" }, problems: [] }, range: { start: 0, end: 0 } };
}
