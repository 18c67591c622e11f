import { describe, expect, test } from "vitest";
import { callsOf } from "../../src/rules/ces/python-calls.ts";
import { pythonTokens } from "../../src/rules/ces/python-tokens.ts";

const call = (code: string) => callsOf("tools", code).map(({ attribute }) => attribute);

describe("calls of tools in Python code", () => {
  test.each([
    ["a statement", "tools.find({})", ["find"]],
    ["an argument", "read(tools.find(x), tools.cancel(y))", ["find", "cancel"]],
    ["white space and a continued line", "tools . find (x)\ntools.\\\ncancel(y)", ["find", "cancel"]],
    ["an f-string", 'f"{tools.find(x)!r:>{tools.width(1)}} {{tools.no()}}"', ["find", "width"]],
    ["an f-string with its own quotes, as in Python 3.12", 'f"{tools.find("a")} tools.no()" + tools.cancel()', ["find", "cancel"]],
    ["an f-string of three quotes", 'f"""{\n tools.find(x)\n}""" # tools.no()', ["find"]],
    ["a named character", 'f"\\N{DASH}{tools.find(x)}"', ["find"]],
    ["a dict in an f-string", "f'{ {1: tools.find()}[1] }'; tools.cancel()", ["find", "cancel"]],
  ])("are found in %s", (_what, code, names) => {
    expect(call(code)).toEqual(names);
  });

  test.each([
    ["a comment", "# tools.find()"],
    ["a string", "'tools.find()'"],
    ["a raw string that ends with a backslash and a quote", String.raw`r'\' tools.find()'`],
    ["a text of several lines", '"""\ntools.find()\n"""'],
    ["a byte string", "b'tools.find()'"],
    ["an escaped quote", String.raw`"\" tools.find()"`],
    ["an attribute of something else", "self.tools.find()"],
    ["no call", "tools.find"],
    ["another statement on the next line", "x = tools.find\n(a, b) = 1, 2"],
    ["a local variable", "tools = load()\ntools.find()"],
    ["a parameter", "def f(a, tools):\n  tools.find()"],
    ["an import", "from agents import tools\ntools.find()"],
    ["a loop", "for tools in all:\n  tools.find()"],
  ])("are not found in %s", (_what, code) => {
    expect(call(code)).toEqual([]);
  });

  test("are found behind a comparison, which is no keyword argument", () => {
    expect(call("f(x == tools.find())")).toEqual(["find"]);
  });

  test("are searched in hostile code in time in proportion to its length", () => {
    const hostile = [
      'f"{'.repeat(100_000),
      "'".repeat(300_001),
      `f"""${"{x:".repeat(100_000)}${"}".repeat(100_000)}`,
      "tools.".repeat(100_000),
      "(".repeat(500_000),
    ];
    for (const code of hostile) expect(pythonTokens(code).length).toBeLessThanOrEqual(code.length);
  });
});
