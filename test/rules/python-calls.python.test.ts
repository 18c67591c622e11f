import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { attributeCalls } from "../../src/rules/ces/python-calls.ts";
import { pythonProblem } from "../../src/rules/ces/python-problem.ts";
import { pythonTokens } from "../../src/rules/ces/python-tokens.ts";

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

interface Parsed {
  readonly path: string;
  readonly calls: readonly string[];
}

test("the search for calls in Python code finds the same calls as Python's own parser", () => {
  const every = process.env.PYTHON_FILES ?? "20";
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
  expect(parsed.flatMap(({ path }) => pythonProblem(readFileSync(path, "utf8"))?.reason ?? [])).toEqual([]);
  expect(total).toBeGreaterThan(1000);
});
