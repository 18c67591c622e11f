/**
 * Writes a module with the files of the run-time library that `runtime: copy` copies: each module as TypeScript, and as JavaScript with
 * declarations. Nothing is written if nothing has changed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";

/** @typedef {import("../src/targets/typescript/library.ts").RuntimeLibrary} RuntimeLibrary */

const source = join(import.meta.dirname, "../src/runtime");
const compiled = join(import.meta.dirname, "../src/targets/typescript/compiled");

const lockFile = join(import.meta.dirname, "../package-lock.json");

const paths = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"))
  .sort();
const texts = new Map(paths.map((path) => [path, readFileSync(join(source, path), "utf8")]));

const stamp = createHash("sha256")
  .update(JSON.stringify([readFileSync(import.meta.filename, "utf8"), readFileSync(lockFile, "utf8"), ...texts]))
  .digest("hex");
const stampFile = join(compiled, ".stamp");
if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) {
  const { default: ts } = await import("typescript");
  const library = Object.fromEntries([...texts].map(([path, text]) => [path.slice(0, -".ts".length), moduleOf(ts, path, inAscii(text))]));
  // The stamp is written last, so that an interrupted run is repeated.
  rmSync(compiled, { recursive: true, force: true });
  mkdirSync(compiled, { recursive: true });
  writeFileSync(join(compiled, "library.ts"), dataModule(library));
  writeFileSync(stampFile, stamp);
}

/**
 * Source text in ASCII, like all output of the compiler. An escape has the same meaning in a string and in a regular expression.
 * @type {(text: string) => string}
 */
function inAscii(text) {
  /** @param {string} unit */
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return text.replaceAll("\u00a7", "section ").replace(/[^\n\x20-\x7e]/g, escaped);
}

/** @type {(ts: typeof import("typescript"), path: string, text: string) => RuntimeLibrary[string]} */
function moduleOf(ts, path, text) {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  const js = ts.transpileModule(text, { compilerOptions, fileName: path }).outputText;
  const declarations = ts.transpileDeclaration(text, {
    compilerOptions: { ...compilerOptions, isolatedDeclarations: true },
    fileName: path,
  });
  // A static method whose name is a symbol is declared twice, the first time as a property: TypeScript 5.9 rejects its own output here.
  const types = declarations.outputText.replace(/^ *static \[Symbol\.\w+\]: .*\n/gm, "");
  return { imports: importsOf(ts, path, text), ts: text, js: asJavaScript(js), "d.ts": asJavaScript(types) };
}

/**
 * The modules of the library that a module imports, also those of types alone.
 * @type {(ts: typeof import("typescript"), path: string, text: string) => string[]}
 */
function importsOf(ts, path, text) {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(path), specifier).replace(/\.ts$/, ""));
}

/** @type {(text: string) => string} */
function asJavaScript(text) {
  return text.replace(/((?:from|import\() ?"\.[^"\n]*)\.ts"/g, '$1.js"');
}

/** @type {(library: RuntimeLibrary) => string} */
function dataModule(library) {
  return `import type { RuntimeLibrary } from "../library.ts";

export const library: RuntimeLibrary = JSON.parse(
  ${JSON.stringify(JSON.stringify(library))},
);
`;
}
