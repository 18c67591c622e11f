import type { ModuleForm } from "../code/code.ts";
import type { File } from "../target.ts";
import { copyFolder, type TypescriptTargetOptions } from "./module-context.ts";

/** The files of the package `@toolsetc/runtime`, by their paths: a JavaScript module and its declarations for each of its entries. */
export type RuntimeLibrary = ReadonlyMap<string, string>;

/** The entries of the package that programs import, but generated modules do not. */
export const subpaths = [
  "ai-sdk",
  "ai-sdk-5",
  "ai-sdk-4",
  "tanstack-ai",
  "mcp",
  "mcp-2",
  "dotcraft",
  "openai",
  "anthropic",
  "gemini",
  "langchain",
  "mastra",
  "openai-agents",
  "ces",
  "discover",
  "runtime/files",
  "runtime/google",
  "runtime/manifest",
  "runtime/oauth",
  "runtime/oauth-files",
  "runtime/opentelemetry",
] as const;

/**
 * Copies the core of the library, `entries`, the requested subpaths, and what these share with others, as files of the output folder. They
 * are the files of the package, so they are JavaScript with declarations, whatever the generated modules are.
 */
export function copyRuntimeLibrary(library: RuntimeLibrary, entries: Iterable<string>, options: TypescriptTargetOptions): File[] {
  const needed = neededBy(["index", ...entries, ...options.subpaths.map(entryOfSubpath)], library);
  return needed.flatMap((path) =>
    forms.map((form) => ({ path: `${copyFolder}/${path}.${form}`, text: banner + textOf(path, form, library) })),
  );
}

const forms = ["js", "d.ts"] as const satisfies ModuleForm[];

/** The entry of a subpath: `adapters/ai-sdk` for `ai-sdk`, `google` for `runtime/google`. */
function entryOfSubpath(subpath: string): string {
  return subpath.startsWith("runtime/") ? subpath.slice("runtime/".length) : `adapters/${subpath}`;
}

const banner = "// Copied by toolsetc from its run-time library (MIT License). Do not edit.\n\n";

function textOf(path: string, form: ModuleForm, library: RuntimeLibrary): string {
  const text = library.get(`${path}.${form}`);
  if (text === undefined) throw new Error(`The run-time library has no file ${JSON.stringify(`${path}.${form}`)}.`);
  return text;
}

/** The modules that `entries` import, directly or indirectly, also for types alone, and the modules in `entries`. */
function neededBy(entries: readonly string[], library: RuntimeLibrary): string[] {
  const needed = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (needed.has(path)) continue;
    needed.add(path);
    const statements = forms.flatMap((form) => [...textOf(path, form, library).matchAll(/ from "(\.[^"\n]*)\.js";$/gm)]);
    for (const [, module = ""] of statements) open.push(joined(path, module));
  }
  return [...needed].sort();
}

/** The path of the module that another one names relative to itself. */
function joined(from: string, module: string): string {
  return new URL(module, `file:///${from}`).pathname.slice(1);
}
