import ts from "typescript";

/**
 * The modules that a module or declaration names: in imports, exports, imports of types and dynamic imports. `ts.preProcessFile` is not used,
 * since it sees no dynamic import after some texts, such as nested templates.
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
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return names;
}
