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

/** The line that a program imports a compiled folder with, and what was assumed where no `tsconfig.json` says how imports end. */
export function importLines({ entry, output, folder, form }: Written): string {
  const index = output.files.find(({ path }) => path === "index.ts" || path === "index.js");
  if (entry.target !== "typescript" || index === undefined) return "";
  const names = exportedNames(index.text, output);
  if (names.length === 0) return "";
  const chosen = entry.options["importExtension"];
  const extension = index.path === "index.js" ? "js" : typeof chosen === "string" ? chosen : form.extension;
  const from = relative(process.cwd(), folder).replaceAll("\\", "/");
  const path = `${from.startsWith("../") || from === ".." ? "" : "./"}${from}`.replace(/\/$/, "");
  const line = `Import it, seen from here: import { ${names.join(", ")} } from ${JSON.stringify(`${path}${extension === "none" ? "" : `/index.${extension}`}`)};\n`;
  if (index.path === "index.js" || chosen !== undefined || form.tsconfig !== undefined) return line;
  const shown = relative(process.cwd(), resolve(folder)) || ".";
  return `${line}There is no tsconfig.json at or above ${printable(shown)}, so imports end in .js, as Node has them. Next.js and webpack want \`importExtension: none\`.\n`;
}

/** Of many, one shows how it goes. Of a part of a project, it is one of that part. */
function exportedNames(index: string, { files }: Output): readonly string[] {
  const own = new Set(files.flatMap(({ path, toolset }) => (toolset === undefined ? [] : [moduleOf(path)])));
  const names = [...index.matchAll(/^export (?:\* as (\w+)|\{ (\w+)[^}]*\}) from "\.\/([^"]+)";/gm)].flatMap(([, all, one, from = ""]) =>
    own.has(moduleOf(from)) ? [all ?? one ?? ""] : [],
  );
  return names.length > 3 ? names.slice(0, 1) : names;
}

/** `toolsets/shop/index` of `toolsets/shop/index.js`. */
function moduleOf(path: string): string {
  return path.replace(/\.(?:d\.ts|[jt]s|json)$/, "");
}
