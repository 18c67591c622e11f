import { join } from "node:path";
import ts from "typescript";
import type { File } from "../../src/targets/target.ts";
import { project } from "../example-project.ts";

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: ["node"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  allowImportingTsExtensions: true,
  paths: { "@toolsetc/runtime": [join(project, "src/runtime/index.ts")], "@toolsetc/runtime/*": [join(project, "src/runtime/*.ts")] },
};

export interface RefusedModule {
  /** The folder whose file it is in. */
  readonly folder: string;
  readonly code: number;
  readonly message: string;
}

const known = new Map<string, ts.SourceFile | undefined>();
let last: ts.Program | undefined;

/** What TypeScript says of folders of modules, with the options that users have at their strictest. They are only in memory. */
export function typeErrors(folders: ReadonlyMap<string, readonly File[]>): RefusedModule[] {
  const texts = new Map(
    [...folders].flatMap(([folder, files]) =>
      files
        .filter(({ path }) => path.endsWith(".ts"))
        .map(({ path, text }): [string, string] => [join(project, "test", folder, path), text]),
    ),
  );
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  host.getSourceFile = (path, settings) => {
    const text = texts.get(path);
    if (text !== undefined) return ts.createSourceFile(path, text, settings);
    if (!known.has(path)) known.set(path, getSourceFile(path, settings));
    return known.get(path);
  };
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.readFile = (path) => texts.get(path) ?? readFile(path);
  const parents = new Set(
    [...texts.keys()].flatMap((path) => path.split("/").map((_step, index, steps) => steps.slice(0, index).join("/"))),
  );
  host.directoryExists = (path) => parents.has(path) || (directoryExists?.(path) ?? true);
  last = ts.createProgram({ rootNames: [...texts.keys()], options, host, ...(last === undefined ? {} : { oldProgram: last }) });
  const program = last;
  return [...texts].flatMap(([path, text]) => {
    const file = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].flatMap(
      ({ code, messageText, start = 0 }) => {
        const message = ts.flattenDiagnosticMessageText(messageText, "\n");
        // Where every member may be missing, TypeScript wants one of them all the same.
        if (message.includes("has no properties in common")) return [];
        // The configuration may ask for imports without extensions, which are for bundlers.
        if (message.startsWith("Relative import paths need explicit file extensions")) return [];
        // A package that the configuration calls the run-time library is not there.
        if (/^Cannot find module '[^.]/.test(message)) return [];
        const folder = path.slice(join(project, "test").length + 1).split("/")[0] ?? "";
        const place = `${path.slice(path.indexOf(folder))}: ${message}\n${text.slice(Math.max(0, start - 200), start + 200)}`;
        return [{ folder, code, message: place }];
      },
    );
  });
}
