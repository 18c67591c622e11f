import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { attributeCalls, callsOf } from "../../src/rules/ces/python-calls.ts";
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
  ])("%s", (_what, code, names) => {
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
  ])("not in %s", (_what, code) => {
    expect(call(code)).toEqual([]);
  });

  test("a keyword argument of the same name is no variable of the code", () => {
    expect(call("f(x == tools.find())")).toEqual(["find"]);
  });

  test("hostile code takes time in proportion to its length", () => {
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

/** What Python's own parser finds in its library: the calls of attributes of names, `name.attribute(`, outside and inside of f-strings. */
const oracle = `
import ast, json, pathlib, re, sys, sysconfig
root = pathlib.Path(sysconfig.get_paths()["stdlib"])
files = sorted(path for path in root.rglob("*.py") if "site-packages" not in path.parts and "dist-packages" not in path.parts)
every = int(sys.argv[1])
out = []
for path in files[::every]:
    try:
        code = path.read_bytes().decode("utf-8")
        if "\\r" in code or "\\f" in code: continue
        tree = ast.parse(code)
    except (SyntaxError, ValueError, UnicodeDecodeError): continue
    calls = sorted(f"{n.func.value.id}.{n.func.attr}" for n in ast.walk(tree)
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute) and isinstance(n.func.value, ast.Name))
    # A class in a pattern looks like a call, and \`(x).y()\` is one.
    if any(isinstance(n, ast.MatchClass) for n in ast.walk(tree)) or re.search(r"\\(\\w+\\)\\.\\w+\\(", code): continue
    out.append({"path": str(path), "calls": calls})
print(json.dumps(out))
`;

import { isLong, sampled } from "../long.ts";

interface Parsed {
  readonly path: string;
  readonly calls: readonly string[];
}

test("as Python's own parser finds them in its library", () => {
  const every = process.env.PYTHON_FILES ?? (isLong ? "20" : "100");
  const parsed = JSON.parse(
    execFileSync("python3", ["-c", oracle, every], { encoding: "utf8", maxBuffer: 1e9, stdio: ["ignore", "pipe", "ignore"] }),
  ) as Parsed[];
  let total = 0;
  const different: string[] = [];
  for (const { path, calls } of parsed) {
    const code = readFileSync(path, "utf8");
    const found = attributeCalls(pythonTokens(code), code).filter(({ object }) => object !== "True" && object !== "False");
    total += calls.length;
    const names = found.map(({ object, attribute }) => `${object}.${attribute}`).sort();
    if (JSON.stringify(names) !== JSON.stringify(calls)) different.push(path);
  }
  expect(different).toEqual([]);
  expect(total).toBeGreaterThan(sampled(1000));
});
