/**
 * Builds the package of the run-time library, `src/runtime`: a file for each entry of its `package.json`, one for what the core needs, and
 * two for what several other entries share. Modules are joined as TypeScript, so that one text gives the JavaScript and the declarations.
 * Nothing is written if nothing has changed.
 */
import { createHash } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { inAscii } from "./in-ascii.mjs";
import { joinModules } from "./runtime/join-modules.mjs";

const root = join(import.meta.dirname, "..");
const source = join(root, "src/runtime");
const built = join(source, "compiled");

linkPackage();
const scripts = readdirSync(join(import.meta.dirname, "runtime")).map((name) => join(import.meta.dirname, "runtime", name));
const sources = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.startsWith("compiled/"))
  .sort()
  .map((path) => join(source, path));
const inputs = [
  import.meta.filename,
  join(import.meta.dirname, "imports-of.mjs"),
  join(import.meta.dirname, "in-ascii.mjs"),
  ...scripts,
  join(source, "package.json"),
  join(root, "package-lock.json"),
  ...sources,
];
const stamp = createHash("sha256")
  .update(JSON.stringify(inputs.map((path) => readFileSync(path, "utf8"))))
  .digest("hex");
const stampFile = join(built, ".stamp");
if (!existsSync(stampFile) || readFileSync(stampFile, "utf8") !== stamp) await build();

async function build() {
  const { default: ts } = await import("typescript");
  const { planChunks } = await import("./runtime/plan-chunks.mjs");
  const { exports } = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  /** The module of each entry, by the name of its file: `adapters/ai-sdk` for `@toolsetc/runtime/adapters/ai-sdk`. */
  const entries = new Map(
    Object.values(exports)
      .filter((entry) => typeof entry !== "string")
      .map(({ default: file }) => file.slice("./compiled/".length, -".js".length))
      .map((name) => [name, [`${name}.ts`, `${name}/${name}.ts`].map((path) => join(source, path)).find(existsSync) ?? name]),
  );
  const chunks = planChunks(sources, entries);
  rmSync(built, { recursive: true, force: true });
  for (const [name, text] of joinModules(ts, sources, { chunks, entries })) {
    const path = join(built, name);
    mkdirSync(dirname(path), { recursive: true });
    const code = inAscii(text.replaceAll("\u00a7", "section ")); // In comments, in words.
    for (const [form, written] of Object.entries(formsOf(ts, `${name}.ts`, code))) writeFileSync(`${path}.${form}`, written);
  }
  // The stamp is written last, so that an interrupted run is repeated.
  writeFileSync(stampFile, stamp);
}

/** Links the package into `node_modules`, as `npm install` does for a workspace. */
function linkPackage() {
  const link = join(root, "node_modules/@toolsetc/runtime");
  if (lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(relative(dirname(link), source), link, "junction");
}

/** @type {(ts: typeof import("typescript"), fileName: string, text: string) => { js: string, "d.ts": string }} */
function formsOf(ts, fileName, text) {
  const compilerOptions = { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
  const js = withoutComments(ts, ts.transpileModule(text, { compilerOptions, fileName }).outputText);
  const declarations = ts.transpileDeclaration(text, {
    compilerOptions: { ...compilerOptions, isolatedDeclarations: true },
    fileName,
    reportDiagnostics: true,
  });
  // Without its type, what a module exports is `any` for users.
  const missing = (declarations.diagnostics ?? []).map(({ start = 0, messageText }) => {
    const line = text.slice(text.lastIndexOf("\n", start) + 1, text.indexOf("\n", start)).trim();
    return `${fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}\n  ${line}`;
  });
  if (missing.length > 0) throw new Error(missing.join("\n"));
  // A static method whose name is a symbol is declared twice, the first time as a property: TypeScript 5.9 rejects its own output here.
  const types = declarations.outputText.replace(/^ *static \[Symbol\.\w+\]: .*\n/gm, "");
  return { js: asJavaScript(functionsFirst(ts, js)), "d.ts": asJavaScript(types) };
}

/**
 * JavaScript with its functions before everything else that it declares, which means the same. Bundlers join the declarations of constants
 * that then follow each other, so that a bundle is smaller.
 * @type {(ts: typeof import("typescript"), text: string) => string}
 */
function functionsFirst(ts, text) {
  const file = ts.createSourceFile("module.js", text, ts.ScriptTarget.ES2023, true);
  const rank = (/** @type {import("typescript").Statement} */ statement) =>
    ts.isImportDeclaration(statement) ? 0 : ts.isFunctionDeclaration(statement) ? 1 : 2;
  return `${[...file.statements]
    .sort((a, b) => rank(a) - rank(b))
    .map((statement) => statement.getFullText(file).trim())
    .join("\n")}\n`;
}

/**
 * JavaScript with the comments that bundlers read. The others are in the declarations, and in the source.
 * @type {(ts: typeof import("typescript"), text: string) => string}
 */
function withoutComments(ts, text) {
  const file = ts.createSourceFile("module.js", text, ts.ScriptTarget.ES2023, true);
  /** @type {Map<number, number>} The ends of comments, by their beginnings. */
  const comments = new Map();
  /** @type {(node: import("typescript").Node) => void} */
  const visit = (node) => {
    const ranges = [ts.getLeadingCommentRanges(text, node.pos), ts.getTrailingCommentRanges(text, node.end)];
    for (const { pos, end } of ranges.flatMap((each) => each ?? []))
      if (!text.slice(pos, end).includes("@__PURE__")) comments.set(pos, end);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  let result = text;
  for (const [start, end] of [...comments].sort(([a], [b]) => b - a)) {
    const before = result.slice(0, start);
    // The line goes if there is nothing else on it.
    const isWholeLine = /(?:^|\n) *$/.test(before) && result[end] === "\n";
    result = isWholeLine ? before.replace(/ *$/, "") + result.slice(end + 1) : before + result.slice(end);
  }
  return result;
}

/** @type {(text: string) => string} */
function asJavaScript(text) {
  return text.replace(/(from "\.[^"\n]*)\.ts"/g, '$1.js"');
}
