/**
 * A string of a client's configuration and its variables: `${NAME}` and `${NAME:-default}` (Claude Code), `${env:NAME}` (Cursor, VS Code)
 * and `${input:id}` (VS Code). `${workspaceFolder}` is the folder of the project.
 */
export interface Substituted {
  /** The string with variables replaced that have a default or name a folder. */
  readonly text: string;
  /** The names of variables whose values are not in the file. */
  readonly references: readonly string[];
  /** Whether the whole string is one reference. */
  readonly isReference: boolean;
  /** Variables that only the editor knows, such as `${userHome}`. */
  readonly unknown: readonly string[];
}

export function substitute(written: string): Substituted {
  const references: string[] = [];
  const unknown: string[] = [];
  const text = written.replace(variable, (whole: string, inner: string) => {
    const [, name, fallback] = /^(?:env:)?([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inner) ?? [];
    if (name === undefined) {
      const [, input] = /^input:(.+)$/.exec(inner) ?? [];
      if (input === undefined) unknown.push(whole);
      else references.push(variableName(input));
      return whole;
    }
    if (folders.has(name)) return ".";
    if (editorVariables.has(name)) unknown.push(whole);
    else if (fallback !== undefined) return fallback;
    else references.push(name);
    return whole;
  });
  return { text, references, isReference: references.length === 1 && /^\$\{[^}]*\}$/.test(written), unknown };
}

/** The name of an input or a header as the name of an environment variable: `API_KEY` for `api-key`. */
export function variableName(name: string): string {
  const base = name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
  return /^[A-Z]/.test(base) ? base : `VALUE_${base}`;
}

const variable = /\$\{([^}]{1,300})\}/g;

/** The variables for the project's folder. The client starts programs in this folder, and toolsetc also runs in this folder. */
const folders = new Set(["workspaceFolder", "CLAUDE_PROJECT_DIR"]);

const editorVariables = new Set(["userHome", "workspaceFolderBasename", "pathSeparator", "CLAUDE_PLUGIN_ROOT"]);
