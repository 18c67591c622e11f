import type { ModuleForm } from "../code/code.ts";
import type { File } from "../target.ts";
import { copyFolder, importExtensionOf, type TypescriptTargetOptions } from "./module-context.ts";

/** The text of the run-time library, by the path of each module without file extension. */
export interface RuntimeLibrary {
  readonly [path: string]: LibraryModule;
}

export interface LibraryModule {
  /** The modules of the library that it needs, if only for types. */
  readonly imports: readonly string[];
  readonly ts: string;
  readonly js: string;
  readonly "d.ts": string;
}

/** The subpaths of the package that are not reached from generated modules: its users import them. */
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

/** The core of the library with what else `entries` and the subpaths reach, as files of the output folder. */
export function copyRuntimeLibrary(library: RuntimeLibrary, entries: Iterable<string>, options: TypescriptTargetOptions): File[] {
  const core = moduleAt("index", library).imports.filter((path) => path !== largeTransport);
  const reached = reachedFrom([...core, ...entries, ...options.subpaths.map(moduleOfSubpath)], library);
  const forms: readonly ModuleForm[] = options.emit === "js" ? ["js", "d.ts"] : ["ts"];
  return ["index", ...reached].flatMap((path) =>
    forms.map((form) => {
      const text = path === "index" ? indexOf(reached, moduleAt("index", library)[form]) : moduleAt(path, library)[form];
      return {
        path: `${copyFolder}/${path}.${form}`,
        text: banner + (form === "ts" ? withEndings(text, importExtensionOf(options)) : text),
      };
    }),
  );
}

/** `ai-sdk` -> `adapters/ai-sdk`, `runtime/google` -> `google`. */
function moduleOfSubpath(subpath: string): string {
  return subpath.startsWith("runtime/") ? subpath.slice("runtime/".length) : `adapters/${subpath}`;
}

/** The only large module of the core that not every program needs. */
const largeTransport = "http/http";

const banner = "// Copied by toolsetc from its run-time library (MIT License). Do not edit.\n\n";

function moduleAt(path: string, library: RuntimeLibrary): LibraryModule {
  const module = library[path];
  if (module === undefined) throw new Error(`The run-time library has no module ${JSON.stringify(path)}.`);
  return module;
}

function reachedFrom(entries: readonly string[], library: RuntimeLibrary): string[] {
  const reached = new Set<string>();
  const open = [...entries];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...moduleAt(path, library).imports);
  }
  return [...reached].sort();
}

/** The statements of the index, each of which exports a module, for the modules that are there. */
function indexOf(reached: readonly string[], text: string): string {
  return text.replace(/^export [^;]* from "\.\/([^"]+?)\.[a-z]+";\n/gm, (statement, path: string) =>
    reached.includes(path) ? statement : "",
  );
}

/** The library's own imports end in `.ts`. */
function withEndings(text: string, ending: string): string {
  return ending === ".ts" ? text : text.replace(/((?:from |import\()"\.[^"\n]*)\.ts"/g, `$1${ending}"`);
}
