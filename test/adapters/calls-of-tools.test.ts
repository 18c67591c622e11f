import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

// Adapters call tools only through `makeCall`, which decides whether a call that needs approval is made. `execute` of a tool, by whatever
// name, is out of their reach.

const adapters = join(import.meta.dirname, "../../src/runtime/adapters");
const files = readdirSync(adapters, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".ts"));

test("no adapter calls `execute` of a tool: all calls go through one function, which asks for approval", () => {
  expect(files.length).toBeGreaterThan(40);
  expect(files.flatMap((path) => reads(path, readFileSync(join(adapters, path), "utf8")))).toEqual([]);
});

test("only the adapter `discover` makes calls that a tool forwards to another", () => {
  const importing = files.filter((path) => readFileSync(join(adapters, path), "utf8").includes("forwardApprovedCall"));
  expect(importing).toEqual(["discover.ts"]);
});

test.each([
  "tool.execute(input);",
  "tool?.execute?.(input);",
  'tool["execute"](input);',
  "tool[`execute`](input);",
  "const { execute } = tool;",
  "const { execute: run } = tool;",
  'const { ["execute"]: run } = tool;',
  "({ execute: run } = tool);",
  "const call = tool.execute.bind(tool);",
  "function run({ execute }: Tool) {}",
  "tools.map(({ execute }) => execute);",
  'Reflect.get(tool, "execute");',
  'const name = "execute"; tool[name](input);',
  "export const sdk = { ...tool, name };",
])("the search for calls past the one function finds %s", (text) => {
  expect(reads("x.ts", text)).toHaveLength(1);
});

test.each(["const sdk = { execute: (input) => makeCall(tool, input, {}, approve) };", "interface Sdk { execute?: () => void }"])(
  "the search for calls past the one function ignores what an adapter passes to an SDK: %s",
  (text) => {
    expect(reads("x.ts", text)).toEqual([]);
  },
);

/** The places of a text that could read `execute` of a tool: as a member, in a pattern, by its name in a string, or in a copy of a tool. */
function reads(path: string, text: string): string[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isRead(node)) found.push(`${path}: ${node.parent.getText(tree).slice(0, 80)}`);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isRead(node: ts.Node): boolean {
  const { parent } = node;
  // A copy of a tool has its `execute`. `discover` alone makes tools, from its own.
  if (ts.isSpreadAssignment(node)) return ts.isIdentifier(node.expression) && /^(tool|bound|each)$/.test(node.expression.text);
  if (ts.isStringLiteralLike(node)) return node.text === "execute" && !isDeclared(parent);
  if (!ts.isIdentifier(node) || node.text !== "execute") return false;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return isAssigned(parent.parent);
  if (ts.isShorthandPropertyAssignment(parent)) return isAssigned(parent.parent);
  return ts.isPropertyAccessExpression(parent) || ts.isBindingElement(parent);
}

/** Whether an object literal is the pattern of an assignment. */
function isAssigned(object: ts.Node): boolean {
  return ts.isBinaryExpression(object.parent) && object.parent.left === object;
}

/** Whether a name in quotes declares a member. */
function isDeclared(parent: ts.Node): boolean {
  return ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent);
}
