import type { Diagnostic } from "./diagnostic/diagnostic.ts";
import { problemsOf } from "./diagnostic/problems.ts";
import { loadAuthored } from "./project/authored-files.ts";
import type { Host } from "./project/load.ts";
import type { LoadInput } from "./project/load-input.ts";
import type { Project } from "./project/project.ts";
import { formatTree } from "./source/format-tree.ts";

export interface FormatRequest {
  /** The path of the configuration; `undefined` for `toolsetc.yaml` at the root. */
  readonly config: string | undefined;
  readonly input: LoadInput;
  /** The path of the accepted changes from the configuration. */
  readonly beside: string;
}

export interface FormattedFile {
  readonly path: string;
  /** In its style; `undefined` if the text has errors, and the file stays as it is. */
  readonly text: string | undefined;
  readonly isChanged: boolean;
}

/** Formats the files of a project that people write; those of an exported app as CES exports them. Nothing is written. */
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
  const problems = results.flatMap(({ tree, formatted: result }) =>
    "text" in result ? [] : problemsOf({ ...tree, problems: result.problems }),
  );
  // What is wrong with the project is no reason not to format it, unless there is nothing to format.
  return { project, files: formatted, diagnostics: files.length === 0 ? diagnostics : problems };
}
