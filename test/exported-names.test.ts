import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";

const source = join(import.meta.dirname, "../src");

/** The files of src, by path. */
const trees = new Map<string, ts.SourceFile>();
beforeAll(() => {
  for (const path of readdirSync(source, { recursive: true, encoding: "utf8" }))
    if (path.endsWith(".ts") && !path.includes("compiled"))
      trees.set(path, ts.createSourceFile(path, readFileSync(join(source, path), "utf8"), ts.ScriptTarget.Latest));
});
afterAll(() => trees.clear());

/** Names that are exported twice on purpose, with the reason. */
const allowed: { readonly [name: string]: string } = {
  Tool: "the IR's, and the run-time library's, which users call",
  Toolset: "the IR's, and the run-time library's",
  JsonSchema: "the run-time library imports nothing of the compiler",
  mcpHandler: "one for each of the two generations of the MCP SDK",
};

test("no two files of src export the same name, except for listed reasons", () => {
  const files = new Map<string, string[]>();
  for (const [path, tree] of trees) {
    for (const name of exportedNames(tree)) files.set(name, [...(files.get(name) ?? []), path]);
  }
  const repeated = [...files].filter(([, paths]) => paths.length > 1);
  expect(repeated.filter(([name]) => allowed[name] === undefined)).toEqual([]);
  expect(Object.keys(allowed).filter((name) => !repeated.some(([each]) => each === name))).toEqual([]);
  expect(files.size).toBeGreaterThan(1000);
});

/** The names that a file defines and exports. Overloads are one. */
function exportedNames(tree: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of tree.statements) {
    if (!ts.canHaveModifiers(statement) || !ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) if (ts.isIdentifier(name)) names.add(name.text);
    } else if ("name" in statement && statement.name !== undefined) names.add((statement.name as ts.Identifier).text);
  }
  return names;
}

test("no two functions of the compiler have the same body: each has one place", () => {
  const places = new Map<string, string[]>();
  for (const [path, tree] of trees) {
    // The run-time library imports nothing of the compiler, and the page of the catalog is a program of its own.
    if (/^runtime|^describe.catalog.browser/.test(path)) continue;
    for (const statement of tree.statements) {
      if (!ts.isFunctionDeclaration(statement) || statement.body === undefined) continue;
      const body = bodyOf(statement, statement.body, tree);
      places.set(body, [...(places.get(body) ?? []), `${path}: ${statement.name?.text}`]);
    }
  }
  expect([...places.values()].filter((each) => each.length > 1)).toEqual([]);
  expect(places.size).toBeGreaterThan(2000);
});

/** The text of a function, in which the parameters are numbered. What it narrows a type to is a part of what it does. */
function bodyOf({ parameters, type }: ts.FunctionDeclaration, body: ts.Block, tree: ts.SourceFile): string {
  const names = parameters.map(({ name }) => name.getText(tree));
  const narrowed = type !== undefined && ts.isTypePredicateNode(type) ? (type.type?.getText(tree) ?? "") : "";
  return (narrowed + body.getText(tree))
    .replace(/\s+/g, " ")
    .replace(/[\w$]+/g, (word) => (names.includes(word) ? `parameter ${names.indexOf(word)}` : word));
}
