import { printable } from "../../diagnostic/printable.ts";
import type { ImportForm } from "../../host/tsconfig.ts";
import type { RequestedTarget } from "../../project/config/config.ts";
import type { FileSummary } from "../../targets/target.ts";
import { relativePath } from "../terminal.ts";

/** The files of a target in the order of the toolsets, and the folder that they were written to. */
interface Written {
  readonly entry: RequestedTarget;
  readonly files: readonly FileSummary[];
  readonly folder: string;
  readonly form: ImportForm;
}

/** The module of a toolset, and the tools that it exports. */
interface Entry {
  /** The path of the module, relative to the output folder and without a file extension. */
  readonly path: string;
  /** The first tool that the module exports. */
  readonly tool: string;
  /** The number of other tools that the module exports. */
  readonly others: number;
}

/**
 * Text with the import statements for an output folder. If there is no `tsconfig.json`, the text also names the file extension that was
 * assumed. If no `package.json` names the package that the modules import, it says how to install it.
 */
export function importLines({ entry, files, folder, form }: Written): string {
  if (entry.target !== "typescript") return "";
  const isJavascript = files.some(({ path }) => path === "index.js");
  const entries = entriesOf(files);
  if (entries.length === 0) return "";
  const chosen = entry.options["importExtension"];
  const extension = isJavascript ? "js" : typeof chosen === "string" ? chosen : form.extension;
  const from = relativePath(folder);
  const start = from === "." || from === ".." || from.startsWith("../") ? from : `./${from}`;
  // For more than three modules, one example is enough.
  const shown = entries.length > 3 ? entries.slice(0, 1) : entries;
  const lines = shown.map(({ path, tool, others }) => {
    const module = `${start}/${extension === "none" ? path.replace(/\/index$/, "") : `${path}.${extension}`}`;
    const rest = others === 0 ? "" : ` // and ${others} more; \`tools\` returns all`;
    return `  import { ${tool} } from ${JSON.stringify(module)};${rest}\n`;
  });
  const isMissing = entry.options["runtime"] === undefined && !form.isRuntimeNamed;
  const install = isMissing ? `The modules import ${form.runtime}: npm install ${form.runtime}\n` : "";
  const text = `To import the tools in this folder:\n${lines.join("")}${install}`;
  if (isJavascript || chosen !== undefined || form.tsconfig !== undefined) return text;
  return `${text}There is no tsconfig.json at or above ${printable(from)}, so imports end in .ts, for Node 22.18, Deno, Bun and bundlers.\nIn toolsetc.yaml, \`importExtension: js\` or \`none\` sets another ending, and \`emit: js\` writes JavaScript.\n`;
}

/** The modules that export tools. If only a part of the project was compiled, only the modules of this part. */
function entriesOf(files: readonly FileSummary[]): Entry[] {
  return files.flatMap(({ path, tools: [tool, ...others] = [] }) =>
    tool === undefined ? [] : [{ path: path.replace(/\.[jt]s$/, ""), tool, others: others.length }],
  );
}
