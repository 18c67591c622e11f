import { join } from "node:path";
import ts from "typescript";
import { type Block, root } from "./blocks.ts";

/** The errors of each block as a module beside `generated`, in a program that is only in memory. */
export function typeErrors(modules: readonly Block[], generated: ReadonlyMap<string, string>): Map<Block, string[]> {
  const folder = join(root, "examples-of-pages");
  // The example with a copy of the run-time library stands beside a folder that has one.
  const paths = modules.map(({ text }, index) => join(folder, text.includes("/generated/runtime/") ? "copied" : "", `${index}.ts`));
  const files = new Map([
    ...[...generated].map(([path, text]) => [join(folder, path), text] as const),
    ...modules.map(({ text }, index) => [paths[index]!, `${text}\nexport {};\n`] as const),
  ]);
  const options = { ...compilerOptions(), noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.directoryExists = (path) => path.startsWith(folder) || ts.sys.directoryExists(path);
  const checked = ts.createProgram({ rootNames: [...paths, join(import.meta.dirname, "given.d.ts")], options, host });
  return new Map(
    modules.map((block, index) => {
      const source = checked.getSourceFile(paths[index]!);
      const found = [...checked.getSyntacticDiagnostics(source), ...checked.getSemanticDiagnostics(source)];
      return [block, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))];
    }),
  );
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: ["vitest.config.ts"] }, ts.sys, root).options;
}
