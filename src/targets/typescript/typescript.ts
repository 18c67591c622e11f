import type { Outcome } from "../../diagnostic/diagnostic.ts";
import type { Program, Toolset } from "../../ir/ir.ts";
import { readingTools } from "../../runtime/discovery/reading-tools.ts";
import type { JsonObject } from "../../source/json/json.ts";
import type { ModuleForm } from "../code/code.ts";
import { type Module, renderModule } from "../code/render-module.ts";
import type { ToolLayout, ToolsetLayout } from "../layout.ts";
import { manifestFile, manifestSummary } from "../manifest.ts";
import { type File, type FileSummary, inSteps, type ProgramOutline, type Target } from "../target.ts";
import { type TypeContext, typeOfSchema } from "../types/type-of-schema.ts";
import { typescriptCodes } from "./codes.ts";
import { groupIntoModules } from "./group-into-modules.ts";
import { copyRuntimeLibrary, type RuntimeLibrary, subpaths } from "./library.ts";
import { createModuleContext, type ModuleContext, type TypescriptTargetOptions } from "./module-context.ts";
import { rootModule } from "./root-module.ts";
import { schemasModule } from "./schemas-module.ts";
import { standaloneModule } from "./standalone-module.ts";
import { toolsModule } from "./tool-module.ts";
import { toolsetIndex, toolsetModule } from "./toolset-module.ts";
import { typesModule } from "./types-module.ts";
import { widenedTypes } from "./widened-types.ts";

/** Typed tool modules and manifests. A bundle that imports one tool contains no other tool. */
export const typescriptTarget: Target<TypescriptTargetOptions, RuntimeLibrary | undefined> = {
  name: "typescript",
  description: "Typed tool modules, and the manifest of each toolset.",
  page: "typescript.md",
  hasToolsetFolders: true,
  codes: typescriptCodes,
  options: {
    emit: {
      kind: "choice",
      description: "TypeScript modules, or JavaScript modules with declaration files.",
      values: ["ts", "js"],
      default: "ts",
    },
    manifest: {
      kind: "choice",
      description:
        "Whether to write the manifest of each toolset, `toolset.json`, beside its modules. Programs in other languages, `serve` and `call` read it.",
      values: [true, false],
      default: true,
    },
    importExtension: {
      kind: "choice",
      description:
        "The file extension in imports. By default, the command line uses the one that the nearest `tsconfig.json` requires, or `ts` if there is none, and the library uses `js`.",
      needs: { option: "emit", value: "ts" },
      values: ["none", "js", "ts"],
      default: "js",
    },
    packageType: {
      kind: "choice",
      description:
        "`module` writes a `package.json` beside the modules, which makes Node read them as ES modules, which they are. By default, the command line writes it if the nearest `package.json` has `type: commonjs`, and the modules run as they are written: JavaScript, or TypeScript that imports with the extension `.ts`.",
      values: ["none", "module"],
      default: "none",
    },
    runtime: {
      kind: "string",
      description:
        "Where the modules import the run-time library from: a package, a path from the output folder such as `./runtime`, or `copy` to write what is needed of the library into the output folder. The command line takes `@toolsetc/runtime` if the nearest `package.json` names `toolsetc` under `dependencies`, and not `@toolsetc/runtime`.",
      // From the path `./runtime`, modules import `./runtime.js` and for example `./runtime/mcp.js`, so the path must not have a file
      // extension.
      form: {
        pattern: "^(?!\\.{1,2}/?$|\\.{1,2}/.*\\.[cm]?[jt]s$)\\S(.*\\S)?$",
        name: "`copy`, a package, or a path such as `./runtime` without a file extension",
      },
      default: "@toolsetc/runtime",
    },
    subpaths: {
      kind: "array",
      description: "What else of the library to copy, such as `ai-sdk` for `@toolsetc/runtime/adapters/ai-sdk`.",
      needs: { option: "runtime", value: "copy" },
      values: subpaths,
      default: [],
    },
  },
  // The files are those of the package that the compiler depends on.
  prepare: async ({ runtime }) => (runtime === "copy" ? (await import("@toolsetc/runtime/own-files")).runtimeFiles() : undefined),
  // What of the library is copied depends on the modules of all toolsets.
  ...inSteps({ emitToolset, summarizeToolset, emitProgram, needsOnlyNames: ({ runtime }) => runtime !== "copy" }),
};

function emitToolset(layout: ToolsetLayout, { folder }: Pick<Program, "folder">, options: TypescriptTargetOptions): Outcome<File[]> {
  const entries = new Set<string>();
  const contextAt: ContextAtDepth = (depth) => createModuleContext(depth, { ...options, folder }, (entry) => entries.add(entry));
  const { toolset } = layout;
  const widened = widenedTypes(toolset);
  const files: File[] = [];
  for (const module of modulesOf(layout, typeContext(toolset, widened.add), contextAt))
    files.push(...print(module, options).map((file) => ({ ...file, toolset: toolset.name })));
  if (options.manifest) files.push(manifestFile(layout));
  const value =
    options.runtime !== "copy" ? files : files.map((file, index) => (index === 0 ? { ...file, libraryEntries: [...entries] } : file));
  return { value, diagnostics: widened.diagnostics() };
}

function summarizeToolset(
  layout: ToolsetLayout,
  program: Pick<Program, "folder">,
  options: TypescriptTargetOptions,
): Outcome<FileSummary[]> {
  // Only the modules tell which entries of the library to copy.
  if (options.runtime === "copy") return emitToolset(layout, program, options);
  const { toolset } = layout;
  const contextAt: ContextAtDepth = (depth) => createModuleContext(depth, { ...options, folder: program.folder }, () => {});
  const widened = widenedTypes(toolset);
  const context = typeContext(toolset, widened.add);
  const modules = [...modulesOf(layout, context, contextAt)];
  for (const { types } of modules) for (const schema of types) typeOfSchema(schema, context);
  const files = modules.flatMap((module) => formsOf(options).map((form) => ({ ...summaryOf(module, form), toolset: toolset.name })));
  return { value: options.manifest ? [...files, manifestSummary(layout)] : files, diagnostics: widened.diagnostics() };
}

function typeContext(toolset: Toolset, onWidened: TypeContext["onWidened"]): TypeContext {
  return { schemas: new Map([...toolset.schemas].map(([name, { documented }]) => [name, { json: documented }])), onWidened };
}

function emitProgram(outline: ProgramOutline, options: TypescriptTargetOptions, library: RuntimeLibrary | undefined): File[] {
  const context = createModuleContext(0, { ...options, folder: outline.folder }, () => {});
  const index = print({ path: "index", make: () => rootModule(outline, context), types: [] }, options);
  const root = options.packageType === "module" ? [...index, packageFile] : index;
  if (options.runtime !== "copy") return root;
  const entries = outline.files.flatMap(({ libraryEntries = [] }) => libraryEntries);
  return [...root, ...copyRuntimeLibrary(required(library), entries, options)];
}

/** Overrides the `type` of the package that contains the output. No module has side effects, whatever that package says. */
const packageFile: File = { path: "package.json", text: `${JSON.stringify({ type: "module", sideEffects: false }, null, 1)}\n` };

/** Creates the context of a module. `depth` is the number of folders between the output folder and the module. */
type ContextAtDepth = (depth: number) => ModuleContext;

function required(library: RuntimeLibrary | undefined): RuntimeLibrary {
  if (library === undefined) throw new Error("The run-time library was not loaded, and cannot be copied.");
  return library;
}

/** A module and its path in the output folder. */
interface PlacedModule {
  /** The path relative to the output folder, without a file extension. */
  readonly path: string;
  readonly make: () => Module;
  /** The schemas whose types the module declares, in the order in which it makes them. */
  readonly types: readonly JsonObject[];
  /** The tools that programs import from this module; absent for modules that programs do not import. */
  readonly tools?: readonly ToolLayout[];
}

/** Prints a module in each of its forms. */
function print(placed: PlacedModule, options: TypescriptTargetOptions): File[] {
  const module = placed.make();
  return formsOf(options).map((form) => ({ ...summaryOf(placed, form), text: renderModule(module, form) }));
}

function formsOf({ emit }: TypescriptTargetOptions): readonly ModuleForm[] {
  return emit === "js" ? ["js", "d.ts"] : ["ts"];
}

function summaryOf({ path, tools }: PlacedModule, form: ModuleForm): FileSummary {
  return {
    path: `${path}.${form}`,
    ...(tools === undefined || form === "d.ts" ? {} : { tools: tools.map(({ exported }) => exported) }),
  };
}

function modulesOf(layout: ToolsetLayout, context: TypeContext, contextAt: ContextAtDepth): readonly PlacedModule[] {
  return layout.toolset.resource === "tool" ? modulesOfTool(layout, context, contextAt) : modulesOfToolset(layout, context, contextAt);
}

function modulesOfToolset(layout: ToolsetLayout, context: TypeContext, contextAt: ContextAtDepth): readonly PlacedModule[] {
  const { toolset, path, tools } = layout;
  const atToolset = contextAt(2);
  const atTools = contextAt(3);
  const parts = groupIntoModules(toolset, tools);
  const readerOf = readingTools(toolset.tools);
  return [
    { path: `${path}/index`, make: () => toolsetIndex(layout, parts, atToolset), types: [], tools },
    { path: `${path}/toolset`, make: () => toolsetModule(toolset, atToolset), types: [] },
    ...sharedModules(toolset, context, { importing: atToolset, prefix: `${path}/` }),
    ...parts.map((part) => ({
      path: `${path}/${part.path}`,
      make: () => toolsModule({ toolset, tools: part.tools, readerOf }, context, atTools),
      types: part.tools.flatMap(typesOfTool),
    })),
  ];
}

function modulesOfTool(layout: ToolsetLayout, context: TypeContext, contextAt: ContextAtDepth): readonly PlacedModule[] {
  const { toolset, path, tools } = layout;
  const atToolset = contextAt(1);
  return [
    { path, make: () => standaloneModule(layout, context, atToolset), types: tools.flatMap(typesOfTool), tools },
    ...sharedModules(toolset, context, { importing: atToolset, prefix: `${path}.` }),
  ];
}

function typesOfTool({ tool: { input, output } }: ToolLayout): readonly JsonObject[] {
  return [input.documented, output.documented];
}

function sharedModules(
  toolset: Toolset,
  context: TypeContext,
  { importing, prefix }: { importing: ModuleContext; prefix: string },
): readonly PlacedModule[] {
  if (toolset.schemas.size === 0) return [];
  const types = [...toolset.schemas.values()].map(({ documented }) => documented);
  return [
    { path: `${prefix}schemas`, make: () => schemasModule(toolset, importing), types: [] },
    { path: `${prefix}types`, make: () => typesModule(toolset, context, importing), types },
  ];
}
