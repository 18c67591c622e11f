import { relative, resolve } from "node:path";
import { printable } from "../diagnostic/printable.ts";
import type { ImportForm } from "../host/tsconfig.ts";
import type { TargetConfig } from "../project/config.ts";
import type { FileSummary } from "../targets/target.ts";
import { terminal } from "./terminal.ts";

/** The files of a target in the order of the toolsets, and the folder that they were written to. */
interface Written {
  readonly entry: TargetConfig;
  readonly files: readonly FileSummary[];
  readonly folder: string;
  readonly form: ImportForm;
}

/** What a program imports from the module of one toolset. */
interface Entry {
  /** Relative to the output folder, without a file extension. */
  readonly path: string;
  /** The first tool that it exports. */
  readonly tool: string;
  /** How many more it exports. */
  readonly others: number;
}

/** The import statements for a compiled folder, and the file extension that was assumed if there is no `tsconfig.json`. */
export function importLines({ entry, files, folder, form }: Written): string {
  if (entry.target !== "typescript") return "";
  const isJavascript = files.some(({ path }) => path === "index.js");
  const entries = entriesOf(files);
  if (entries.length === 0) return "";
  const chosen = entry.options["importExtension"];
  const extension = isJavascript ? "js" : typeof chosen === "string" ? chosen : form.extension;
  const from = relative(terminal().cwd(), folder).replaceAll("\\", "/");
  const start = `${from.startsWith("../") || from === ".." ? "" : "./"}${from}`.replace(/\/$/, "");
  // One example is enough where there are many.
  const shown = entries.length > 3 ? entries.slice(0, 1) : entries;
  const lines = shown.map(({ path, tool, others }) => {
    const module = `${start}/${extension === "none" ? path.replace(/\/index$/, "") : `${path}.${extension}`}`;
    const rest = others === 0 ? "" : ` // and ${others} more; \`tools\` returns all`;
    return `  import { ${tool} } from ${JSON.stringify(module)};${rest}\n`;
  });
  const text = `To import the tools in this folder:\n${lines.join("")}`;
  if (isJavascript || chosen !== undefined || form.tsconfig !== undefined) return text;
  const place = relative(terminal().cwd(), resolve(folder)) || ".";
  return `${text}There is no tsconfig.json at or above ${printable(place)}, so imports end in .ts, for Node 22.18, Deno, Bun and bundlers.\nIn toolsetc.yaml, \`importExtension: js\` or \`none\` sets another ending, and \`emit: js\` writes JavaScript.\n`;
}

/** The modules of this output that export tools. The output for a part of a project has only those of that part. */
function entriesOf(files: readonly FileSummary[]): Entry[] {
  return files.flatMap(({ path, tools: [tool, ...others] = [] }) =>
    tool === undefined ? [] : [{ path: path.replace(/\.[jt]s$/, ""), tool, others: others.length }],
  );
}
