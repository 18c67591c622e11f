import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { formatterError } from "../diagnostic/internal-error.ts";
import { problemsOf } from "../diagnostic/problems.ts";
import { type Formatted, formatTree } from "../source/format-tree.ts";
import { originOfValue, type Tree } from "../source/tree.ts";
import { loadAuthored } from "./definitions/authored-files.ts";
import type { Host } from "./load.ts";
import type { LoadInput } from "./load-input.ts";
import type { Project } from "./project.ts";

/** Which files to format. */
export interface FormatRequest {
  /** The path of the configuration; `undefined` for `toolsetc.yaml` in the root folder. */
  readonly config: string | undefined;
  readonly input: LoadInput;
  /** The path of the file that lists accepted breaking changes, relative to the folder of the configuration. */
  readonly acceptedPath: string;
}

/** The result of formatting a file. */
export interface FormattedFile {
  readonly path: string;
  /** The formatted text; `undefined` if the text has errors, so that the file remains unchanged. */
  readonly text: string | undefined;
  readonly isChanged: boolean;
}

/** Formats the authored files of a project, without writing them. Files of an exported app get the style in which CES exports them. */
export async function formatProject(
  host: Host,
  request: FormatRequest,
): Promise<{ readonly project: Project; readonly files: readonly FormattedFile[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { project, files, diagnostics } = await loadAuthored(host, request);
  const results = files.map(({ tree, isExported }) => ({ tree, formatted: formatTree(tree, isExported ? "exported" : "free") }));
  const formatted = results.map(({ tree: { source }, formatted: result }) => {
    const text = "text" in result ? result.text : undefined;
    return { path: source.path, text, isChanged: text !== undefined && text !== source.text };
  });
  const problems = results.flatMap(({ tree, formatted: result }) => formatProblems(tree, result));
  // Errors from loading the project do not prevent formatting. They are reported only if there are no files to format.
  return { project, files: formatted, diagnostics: files.length === 0 ? diagnostics : problems };
}

/** Why a file keeps its text: its own errors, or a bug of the formatter. */
export function formatProblems(tree: Tree, formatted: Formatted): Diagnostic[] {
  if ("text" in formatted) return [];
  if ("unfaithful" in formatted) return [formatterError(originOfValue(tree, []), formatted.unfaithful)];
  return problemsOf({ ...tree, problems: formatted.problems });
}
