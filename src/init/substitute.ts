/**
 * A string in the configuration of an MCP client after the replacement of its variables. A variable is `${NAME}` or `${NAME:-default}`
 * (Claude Code), `${env:NAME}` (Cursor, VS Code) or `${input:id}` (VS Code). `${workspaceFolder}` is the folder of the project.
 */
export interface Substituted {
  /** The string, in which each variable is replaced that has a default value or is the project's folder. */
  readonly text: string;
  /** The names of the environment variables that the string refers to and whose values are not in the configuration. */
  readonly references: readonly string[];
  /** Whether the whole string is a single reference, such as `${NAME}`. */
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

/** Converts the name of an input or a header to a name for an environment variable, such as `api-key` to `API_KEY`. */
export function variableName(name: string): string {
  const base = name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .toUpperCase();
  return /^[A-Z]/.test(base) ? base : `VALUE_${base}`;
}

const variable = /\$\{([^}]{1,300})\}/g;

/** The variables whose value is the project's folder. The client starts programs in this folder, and toolsetc does too. */
const folders = new Set(["workspaceFolder", "CLAUDE_PROJECT_DIR"]);

const editorVariables = new Set(["userHome", "workspaceFolderBasename", "pathSeparator", "CLAUDE_PLUGIN_ROOT"]);
