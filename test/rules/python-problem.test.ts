import { expect, test } from "vitest";
import { pythonProblem } from "../../src/rules/ces/python-problem.ts";

const valid = `def before(callback_context, *, limit: int = 3) -> dict:
    """A text with ( and ' in it, and \\
    more."""
    # A comment with ( and ' and \\
    values = {"a": [1, 2, (3)], 'b': f"{limit:>{limit}} of {values['x']!r} {{not a field}}"}
    total = 1 + \\
        2
    if total > limit and (
            limit or
        total):
        return values
    elif limit: pass
    else:

        for each in values: print(each); continue
    try:
        match = lambda x: x
        pattern = rb'\\'' b"\\""
    except (KeyError, ValueError) as error: raise
    finally:
        text = '''it's ( fine'''
    return None
class Empty: ...
`;

test("valid Python code is not reported, also if it is indented or its lines end with CRLF", () => {
  for (const code of ["", "\n\n# only this", valid, valid.replaceAll(/^(?=.)/gm, "    "), valid.replaceAll("\n", "\r\n"), valid.trimEnd()])
    expect(pythonProblem(code)).toBeUndefined();
  expect(pythonProblem("if a:\n\tb()\n        c()\n")).toBeUndefined();
});

test.each([
  ["a bracket that is not closed", "x = call(1,\n  [2]\nreturn x\n", '"(" is not closed', 8],
  ["a bracket that closes nothing", "x = call(1))\n", '")" closes nothing', 11],
  ["another bracket", "x = [1, 2)\n", '")" closes nothing', 9],
  ["a string without an end", 'x = "a\ny = 1\n', "a string has no end", 6],
  ["a docstring without an end", 'def f():\n  """It\n  return 1\n', "a string has no end", 11],
  ["an f-string whose field has no end", 'x = f"{a"\n', "a string has no end", undefined],
  ["a function without a colon", "def f(x)\n    return x\n", "`def` has no colon", 0],
  ["a condition without a colon", "if x == 1\n    y()\n", "`if` has no colon", 0],
  ["a block without lines", "def f():\nreturn 1\n", "a block has no lines", 9],
  ["a block at the end", "def f():\n", "a block has no lines", 0],
  ["a line that is indented for no reason", "x = 1\n    y = 2\n", "a line is indented for no reason", 10],
  ["an indentation between two others", "if a:\n    b()\n  c()\n", "a line is indented as no line before it", 16],
] as const)("invalid Python code is reported with the reason and the place: %s", (_what, code, reason, start) => {
  expect(pythonProblem(code)).toEqual(start === undefined ? expect.objectContaining({ reason: expect.any(String) }) : { reason, start });
});

test("Python code is checked in time in proportion to its length", () => {
  const long = `x = [\n${'  ("a", f"{b}"),\n'.repeat(100_000)}]\n`;
  const started = performance.now();
  expect(pythonProblem(long)).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(5_000);
});
