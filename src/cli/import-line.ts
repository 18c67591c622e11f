import { relative, resolve } from "node:path";
import { printable } from "../diagnostic/printable.ts";
import type { ImportForm } from "../host/tsconfig.ts";
import type { TargetConfig } from "../project/config.ts";
import type { Output } from "../targets/emit.ts";

/** A target's output, and where it was written. */
interface Written {
  readonly entry: TargetConfig;
  readonly output: Output;
  readonly folder: string;
  readonly form: ImportForm;
}

/** What a program imports of one toolset. */
interface Entry {
  /** From the output folder, without an ending. */
  readonly path: string;
  /** The first of its tools. */
  readonly tool: string;
  readonly others: number;
}

/** The lines that a program imports a compiled folder with, and what was assumed where no `tsconfig.json` says how imports end. */
export function importLines({ entry, output, folder, form }: Written): string {
  if (entry.target !== "typescript") return "";
  const isJavascript = output.files.some(({ path }) => path === "index.js");
  const entries = entriesOf(output);
  if (entries.length === 0) return "";
  const chosen = entry.options["importExtension"];
  const extension = isJavascript ? "js" : typeof chosen === "string" ? chosen : form.extension;
  const from = relative(process.cwd(), folder).replaceAll("\\", "/");
  const start = `${from.startsWith("../") || from === ".." ? "" : "./"}${from}`.replace(/\/$/, "");
  // Of many, one shows how it goes.
  const shown = entries.length > 3 ? entries.slice(0, 1) : entries;
  const lines = shown.map(({ path, tool, others }) => {
    const module = `${start}/${extension === "none" ? path.replace(/\/index$/, "") : `${path}.${extension}`}`;
    const rest = others === 0 ? "" : ` // and ${others} more; \`tools\` gives all`;
    return `Import it, seen from here: import { ${tool} } from ${JSON.stringify(module)};${rest}\n`;
  });
  if (isJavascript || chosen !== undefined || form.tsconfig !== undefined) return lines.join("");
  const place = relative(process.cwd(), resolve(folder)) || ".";
  return `${lines.join("")}There is no tsconfig.json at or above ${printable(place)}, so imports end in .ts, as Node 22.18, Deno, Bun and bundlers have them. \`importExtension\` chooses \`js\` or \`none\`, and \`emit: js\` writes JavaScript.\n`;
}

/** The toolsets and standalone tools of this output. Of a part of a project, there are those of that part. */
function entriesOf({ files }: Output): Entry[] {
  return files.flatMap(({ path, text, toolset }) => {
    const module = /^(toolsets\/[^/]+\/index|tools\/[^/.]+)\.[jt]s$/.exec(path)?.[1];
    if (module === undefined || toolset === undefined) return [];
    const list =
      /^export const allTools = \[([^\]]*)\]/m.exec(text)?.[1] ?? /^export const (\w+) = \/\* @__PURE__ \*\/ defineTool\b/m.exec(text)?.[1];
    const [tool, ...others] = list?.match(/\w+/g) ?? [];
    return tool === undefined ? [] : [{ path: module, tool, others: others.length }];
  });
}
