import { existsSync, realpathSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { withoutComments } from "../source/json/json-comments.ts";
import { plainText } from "./plain-file.ts";

/** How an import names the file `x.ts`: `none` is `./x`, `js` is `./x.js`, and `ts` is `./x.ts`. */
export type ImportExtension = "none" | "js" | "ts";

/** The file extension of imports, and the `tsconfig.json` that determines it; `tsconfig` is `undefined` if there is no such file. */
export interface ImportForm {
  readonly extension: ImportExtension;
  readonly tsconfig: string | undefined;
  /** Whether TypeScript modules run as they are, by a program that strips types, and are not compiled into another folder. */
  readonly runsAsWritten: boolean;
  /** Whether the nearest `package.json` makes Node read the modules as CommonJS, although they are ES modules. */
  readonly isCommonJs: boolean;
  /** The package from which the modules import the run-time library. */
  readonly runtime: "@toolsetc/runtime" | "toolsetc/runtime";
  /** Whether the nearest `package.json` names this package, or `toolsetc`, which has it. */
  readonly isRuntimeNamed: boolean;
  /** All files that were read: the `package.json`, the `tsconfig.json`, and those that it extends or refers to. */
  readonly files: readonly string[];
}

/** A text that is equal for two forms if modules are written alike. */
export function formKey({ extension, runsAsWritten, isCommonJs, runtime, isRuntimeNamed }: ImportForm): string {
  return JSON.stringify([extension, runsAsWritten, isCommonJs, runtime, isRuntimeNamed]);
}

/**
 * Finds the file extension of imports that the TypeScript project around a folder can resolve, by the nearest `tsconfig.json` at or above
 * the folder. Without a `tsconfig.json`, imports have the extension `.ts`: the modules are then run by programs that strip types (Node,
 * Deno, Bun, bundlers), most of which do not resolve other extensions.
 */
export function importForm(folder: string): ImportForm {
  const scope = packageScope(folder);
  const tsconfig = nearestFile(folder, "tsconfig.json");
  if (tsconfig === undefined) return { ...scope, extension: "ts", tsconfig, runsAsWritten: true };
  const read = new Set<string>();
  const options = compilerOptions(tsconfig, read);
  const extension = extensionOf(options);
  const isRewritten = member(options, "rewriteRelativeImportExtensions") === true;
  return { ...scope, extension, tsconfig, runsAsWritten: extension === "ts" && !isRewritten, files: [...scope.files, ...read] };
}

/** What the nearest `package.json` says of the modules in a folder. A file that the compiler wrote into the folder itself is skipped. */
function packageScope(folder: string): Pick<ImportForm, "isCommonJs" | "runtime" | "isRuntimeNamed" | "files"> {
  // Only generated JSON is indented by one space.
  const isOwn = (path: string) => dirname(path) === resolve(folder) && plainText(path, maxBytes)?.startsWith('{\n "type"') === true;
  const path = nearestFile(folder, "package.json", (each) => !isOwn(each));
  const manifest = path === undefined ? undefined : parseWithComments(plainText(realpathSync(path), maxBytes) ?? "");
  // Without `type`, Node looks at the syntax of a module.
  return { isCommonJs: member(manifest, "type") === "commonjs", ...runtimeIn(manifest), files: path === undefined ? [] : [path] };
}

/**
 * Where modules import the run-time library from. Programs that depend on the compiler alone have the library through it. A development
 * dependency on the compiler is none of the program.
 */
function runtimeIn(manifest: Json | undefined): Pick<ImportForm, "runtime" | "isRuntimeNamed"> {
  const names = (dependencies: string, name: string) => member(member(manifest, dependencies), name) !== undefined;
  const isNamed = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"].some((each) =>
    names(each, "@toolsetc/runtime"),
  );
  const hasCompiler = !isNamed && names("dependencies", "toolsetc");
  return { runtime: hasCompiler ? "toolsetc/runtime" : "@toolsetc/runtime", isRuntimeNamed: isNamed || hasCompiler };
}

/** The nearest file of this name in a folder or above it. */
function nearestFile(folder: string, name: string, isWanted: (path: string) => boolean = () => true): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const path = join(at, name);
    if (existsSync(path) && isWanted(path)) return path;
    if (dirname(at) === at) return undefined;
  }
}

function extensionOf(options: JsonObject): ImportExtension {
  const text = (name: string): string => String(member(options, name) ?? "").toLowerCase();
  if (member(options, "allowImportingTsExtensions") === true || member(options, "rewriteRelativeImportExtensions") === true) return "ts";
  const resolution = text("moduleResolution") || defaultResolution(text("module"));
  return resolution.startsWith("node") && resolution !== "node" && resolution !== "node10" ? "js" : "none";
}

/** The maximum size of a configuration file in bytes. */
const maxBytes = 1024 * 1024;
/** The maximum number of configurations that are read because one extends or refers to another. */
const maxFiles = 100;

/** The default of `moduleResolution`: https://www.typescriptlang.org/tsconfig/#moduleResolution */
function defaultResolution(module: string): string {
  return /^node(16|18|20|next)$/.test(module) ? module : "bundler";
}

/**
 * The compiler options of a configuration, including the inherited options. A configuration without any options has the options of the
 * first configuration in its `references`.
 *
 * The package `get-tsconfig` does not fit: it throws if a base is not installed, waits for pipes, reads files of any size, does not
 * follow references, and does not tell which files it read, by which a repeated run knows that nothing has changed.
 */
function compilerOptions(path: string, seen: Set<string>): JsonObject {
  if (seen.has(path) || seen.size === maxFiles) return {};
  seen.add(path);
  // The configuration may be a link, by which users share a file. The target of the link must be a plain file.
  const config = parseWithComments(plainText(realpathSync(path), maxBytes) ?? "");
  const from = dirname(path);
  const bases = [member(config, "extends")].flat().flatMap((name) => (typeof name === "string" ? (extendedPath(name, from) ?? []) : []));
  const inherited = bases.map((base) => compilerOptions(base, seen));
  const own = member(config, "compilerOptions");
  const options: JsonObject = Object.assign({}, ...inherited, isObject(own) ? own : {});
  return Object.keys(options).length > 0 ? options : referencedOptions(config, from, seen);
}

function referencedOptions(config: Json | undefined, from: string, seen: Set<string>): JsonObject {
  const references = member(config, "references");
  const first = isArray(references) ? member(references[0], "path") : undefined;
  const path =
    typeof first === "string"
      ? [join(from, first), join(from, first, "tsconfig.json")].find((each) => each.endsWith(".json") && existsSync(each))
      : undefined;
  return path === undefined ? {} : compilerOptions(path, seen);
}

function extendedPath(name: string, from: string): string | undefined {
  if (/^\.{0,2}[/\\]|^\.\.?$/.test(name)) return existing(resolve(from, name));
  for (let at = from; ; at = dirname(at)) {
    const found = existing(join(at, "node_modules", name));
    if (found !== undefined || dirname(at) === at) return found;
  }
}

function existing(path: string): string | undefined {
  return [path, `${path}.json`, join(path, "tsconfig.json")].find((each) => each.endsWith(".json") && existsSync(each));
}

/** Parses JSON with comments and trailing commas. Invalid text is ignored, since `tsc` reports it. */
function parseWithComments(text: string): Json | undefined {
  try {
    return JSON.parse(withoutComments(text.replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}
