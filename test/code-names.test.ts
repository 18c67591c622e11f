import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { diagnosticCodes } from "../src/findings/diagnostic-codes.ts";
import { ruleCodes } from "../src/rules/index.ts";

interface DefinedCode {
  readonly code: string;
  /** The constant or the property that contains the definition. */
  readonly name: string;
  readonly path: string;
}

const source = join(import.meta.dirname, "../src");
const defined = readdirSync(source, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !path.includes("/compiled/"))
  .flatMap((path) => codesIn(path, readFileSync(join(source, path), "utf8")));

test("each diagnostic code in a file of src is in `diagnosticCodes`, and is defined once", () => {
  const listed = "a rule is listed in src/rules/index.ts, the code of a target in its `codes`, any other in the array of its codes.ts";
  expect(defined.map(({ code }) => code).sort(), listed).toEqual(diagnosticCodes.map(({ code }) => code).sort());
});

describe("a search for a code finds its definition", () => {
  test.each(defined)(
    "$path: the constant of $code is the code in camel case, or a property with the code as its name",
    ({ code, name }) => {
      expect(name).toBe(name.startsWith('"') ? JSON.stringify(code) : camelCase(code));
    },
  );

  test.each(defined.filter(({ code }) => ruleCodes.has(code)))(
    "$path: the file of the rule $code has the name of the code",
    ({ code, path }) => {
      expect(basename(path)).toBe(`${code}.ts`);
    },
  );

  test("a constant with another name than its code is reported", () => {
    const text = `export const other: Code<object> = { code: "wrong-type", severity: "error", message, help: "" };
      export const made = rule({ code: "no-member", severity: "error", message, help: "" });`;
    expect(codesIn("x.ts", text)).toEqual([
      { code: "wrong-type", name: "other", path: "x.ts" },
      { code: "no-member", name: "made", path: "x.ts" },
    ]);
  });
});

/** The definitions of codes in a file: the object literals with `code`, `severity` and `help`. */
function codesIn(path: string, text: string): DefinedCode[] {
  const found: DefinedCode[] = [];
  // To parse all other files took most of the time.
  if (!/\bseverity\b/.test(text)) return found;
  function visit(node: ts.Node, name: string): void {
    if (ts.isObjectLiteralExpression(node)) {
      const { code, severity, help } = Object.fromEntries(
        node.properties.flatMap((each) => (ts.isPropertyAssignment(each) ? [[each.name.getText(), each.initializer]] : [])),
      );
      if (code !== undefined && ts.isStringLiteral(code) && severity !== undefined && help !== undefined)
        found.push({ code: code.text, name, path });
    }
    const inner = ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node) ? node.name.getText() : name;
    ts.forEachChild(node, (child) => visit(child, inner));
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true), "");
  return found;
}

function camelCase(code: string): string {
  return code.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}
