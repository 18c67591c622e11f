import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { packageEntries } from "./package-entries.ts";

const root = join(import.meta.dirname, "..");
const source = join(root, "src");
/** The source of each entry of the packages. */
const entries = new Map([...packageEntries].filter(([name]) => !/^toolsetc\//.test(name)));
const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config, ts.sys, root);
const own = { ...options, noEmit: true, types: [], noLib: true };
const host = ts.createCompilerHost(own);
// The types of other packages, and of JavaScript itself, are none that are asked about here. To read them took most of the time.
host.resolveModuleNameLiterals = (literals, file) =>
  literals.map(({ text }) => (text.startsWith(".") ? ts.resolveModuleName(text, file, own, host) : { resolvedModule: undefined }));
const program = ts.createProgram([...entries.values()], own, host);
const checker = program.getTypeChecker();

/** Types of the compiler that its users pass on and do not read. Their members are no part of the interface. */
const opaque = [
  "Analysis",
  "Config",
  "Definition",
  "Diagnosed",
  "Documents",
  "EmitSteps",
  "Loaded",
  "PreparedTarget",
  "Project",
  "RestoredToolsets",
  "ShownDiagnostics",
  "Tree",
];

test("the package has types for its subpaths in `exports`", () => expect(entries.size).toBeGreaterThan(15));

test.each([...entries])("%s exports the types that its own exports name, unless @toolsetc/runtime does", (subpath, file) => {
  const own = [...exportsOf(file).values()];
  const known = new Set(subpath === "toolsetc" ? own : [...own, ...exportsOf(entries.get("@toolsetc/runtime") ?? "").values()]);
  const missing = own.flatMap(namedTypes).filter((type) => !known.has(type) && !opaque.includes(type.name));
  expect([...new Set(missing.map(({ name }) => name))].sort()).toEqual([]);
});

test.each([...entries])("%s has a comment on each of its exports", (_subpath, file) => {
  const undocumented = [...exportsOf(file)].filter(([, symbol]) => symbol.getDocumentationComment(checker).length === 0);
  expect(undocumented.map(([name]) => name)).toEqual([]);
});

/** The symbols that a module exports, as they are defined. */
function exportsOf(file: string): ReadonlyMap<string, ts.Symbol> {
  const module = program.getSourceFile(file);
  const symbol = module && checker.getSymbolAtLocation(module);
  if (symbol === undefined) throw new Error(`${file} is no module.`);
  return new Map(checker.getExportsOfModule(symbol).map((each) => [each.name, definitionOf(each)]));
}

function definitionOf(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The types that the declarations of a symbol name, if other files of `src` may name them too: one that is private to its file is a step of another. */
function namedTypes(symbol: ts.Symbol): readonly ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const add = (name: ts.Node) => {
    const named = checker.getSymbolAtLocation(name);
    if (named === undefined) return;
    const type = definitionOf(named);
    const isShared = type.declarations?.some((each) => each.getSourceFile().fileName.startsWith(source) && isExported(each));
    if (isShared === true) found.push(type);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    if (ts.isTypeReferenceNode(node)) add(node.typeName);
    if (ts.isExpressionWithTypeArguments(node)) add(node.expression);
    // The value of a constant is no part of its type.
    ts.forEachChild(node, (child) => (ts.isVariableDeclaration(node) && child === node.initializer ? undefined : visit(child)));
  };
  for (const declaration of symbol.declarations ?? []) visit(declaration);
  return found;
}

function isExported(declaration: ts.Declaration): boolean {
  return (ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Export) !== 0;
}
