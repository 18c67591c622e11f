import type { ModuleForm } from "../code/code.ts";
import type { File } from "../target.ts";
import { copyFolder, importExtensionOf, type TypescriptTargetOptions } from "./module-context.ts";

/** The modules of the run-time library, by their paths without file extensions. */
export interface RuntimeLibrary {
  readonly [path: string]: LibraryModule;
}

/** A module in each of its forms. */
export interface LibraryModule {
  /** The modules of the library that this module imports, including modules from which it imports only types. */
  readonly imports: readonly string[];
  readonly ts: string;
  readonly js: string;
  readonly "d.ts": string;
}

/** The subpaths of the package that programs import, but generated modules do not. */
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
  "runtime/google",
  "runtime/manifest",
] as const;

/**
 * Copies the core of the library, `entries`, the modules of the requested subpaths, and all modules that these import, as files of the
 * output folder.
 */
export function copyRuntimeLibrary(library: RuntimeLibrary, entries: Iterable<string>, options: TypescriptTargetOptions): File[] {
  const core = moduleAt("index", library).imports.filter((path) => path !== largeTransport);
  const needed = neededBy([...core, ...entries, ...options.subpaths.map(moduleOfSubpath)], library);
  const forms: readonly ModuleForm[] = options.emit === "js" ? ["js", "d.ts"] : ["ts"];
  return ["index", ...needed].flatMap((path) =>
    forms.map((form) => {
      const text = path === "index" ? indexOf(needed, moduleAt("index", library)[form]) : moduleAt(path, library)[form];
      return {
        path: `${copyFolder}/${path}.${form}`,
        text: banner + (form === "ts" ? withExtension(text, importExtensionOf(options)) : text),
      };
    }),
  );
}

/** The module of a subpath: `adapters/ai-sdk` for `ai-sdk`, `google` for `runtime/google`. */
function moduleOfSubpath(subpath: string): string {
  return subpath.startsWith("runtime/") ? subpath.slice("runtime/".length) : `adapters/${subpath}`;
}

/** A large module of the core. It is copied only if a generated module or a requested subpath needs it. */
const largeTransport = "http/http";

const banner = "// Copied by toolsetc from its run-time library (MIT License). Do not edit.\n\n";

function moduleAt(path: string, library: RuntimeLibrary): LibraryModule {
  const module = library[path];
  if (module === undefined) throw new Error(`The run-time library has no module ${JSON.stringify(path)}.`);
  return module;
}

/** The modules that `entries` import, directly or indirectly, and the modules in `entries`. */
function neededBy(entries: readonly string[], library: RuntimeLibrary): string[] {
  const needed = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (needed.has(path)) continue;
    needed.add(path);
    open.push(...moduleAt(path, library).imports);
  }
  return [...needed].sort();
}

/** Removes from the text of the library's index the exports of modules that are not copied. */
function indexOf(needed: readonly string[], text: string): string {
  return text.replace(/^export [^;]* from "\.\/([^"]+?)\.[a-z]+";\n/gm, (statement, path: string) =>
    needed.includes(path) ? statement : "",
  );
}

/** Replaces the file extension `.ts` in the imports of a module. */
function withExtension(text: string, extension: string): string {
  return extension === ".ts" ? text : text.replace(/((?:from |import\()"\.[^"\n]*)\.ts"/g, `$1${extension}"`);
}
