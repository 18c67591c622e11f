import ts from "typescript";

/** The file of the bundle whose export imports a module: `import` itself does not work in code that V8 takes from a cache. */
export const importer = "./import-module.cjs";

/**
 * The modules that a module or declaration names: in imports, exports, imports of types, dynamic imports and calls of `require`, also where
 * the bundle imports them by `importer`. `ts.preProcessFile` is not used, since it sees no dynamic import after some texts, such as nested
 * templates.
 *
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function importsOf(path, text) {
  /** @type {string[]} */
  const names = [];
  /** @param {ts.Node | undefined} node */
  const add = (node) => {
    if (node !== undefined && ts.isStringLiteralLike(node)) names.push(node.text);
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal);
    else if (ts.isCallExpression(node) && (isImport(node.expression) || isRequire(node.expression) || isImporter(node.expression)))
      add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return names;
}

/**
 * The code of a bundled file in which dynamic imports are calls of the export of `importer`.
 *
 * @param {string} path
 * @param {string} code
 * @returns {string}
 */
export function withImporter(path, code) {
  /** @type {ts.Node[]} */
  const keywords = [];
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest);
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isCallExpression(node) && isImport(node.expression)) keywords.push(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return keywords.reduceRight(
    (text, keyword) => `${text.slice(0, keyword.getStart(file))}require("${importer}")${text.slice(keyword.end)}`,
    code,
  );
}

/** @param {ts.Node} node */
function isImport(node) {
  return node.kind === ts.SyntaxKind.ImportKeyword;
}

/** @param {ts.Node} node */
function isImporter(node) {
  const [named] = ts.isCallExpression(node) && isRequire(node.expression) ? node.arguments : [];
  return named !== undefined && ts.isStringLiteral(named) && named.text === importer;
}

/** @param {ts.Node} node */
function isRequire(node) {
  return ts.isIdentifier(node) && node.text === "require";
}
