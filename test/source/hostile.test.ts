import { expect, test } from "vitest";
import { problemsOf } from "../../src/diagnostic/problems.ts";
import { report } from "../../src/diagnostic/report.ts";
import { decode, decodedTree } from "../../src/source/decode.ts";
import { applyEdits } from "../../src/source/edit.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { originOfValue } from "../../src/source/tree.ts";
import { hostileCases } from "../hostile/cases.ts";

/** What the text alone gives, before anything is known of its fields. */
const expected: { readonly [name: string]: readonly string[] } = {
  "alias-bomb": ["alias-limit 10:14"],
  "flow-depth": ["too-deep 2:105"],
  "flow-depth-2": ["too-deep 2:405"],
  "compact-seq-depth": ["too-deep 3:204"],
  "dup-keys": ["duplicate-key 3:1"],
  "dup-keys-json": ["duplicate-key 1:71"],
  tags: ["unknown-tag 1:14", "unknown-tag 2:4", "unknown-tag 3:4"],
  multidoc: ["several-documents 2:1"],
  "bad-bytes": ["not-utf-8 1:16"],
  "number-loss": ["lossy-number 8:18", "infinite-number 8:40", "infinite-number 8:47", "infinite-number 8:53"],
};

// All in one process: the second deep file is the one that ends it where there is no guard.
test("each hostile text is refused at its place", () => {
  for (const [name, problems] of Object.entries(expected)) {
    const { text = "", ending } = hostileCases[name] ?? {};
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const tree = decodedTree(`${name}.${ending}`, decode(bytes));
    const findings = report(problemsOf(tree), {});
    expect(
      findings.map(({ code, mark: { start } }) => `${code} ${start.line}:${start.column}`),
      name,
    ).toEqual(problems);
  }
});

test("a block scalar with many blank lines is edited in linear time", () => {
  const tree = parseTree({ path: "a.yaml", text: `a: |\n  x\n${"\n".repeat(100_000)}  y\nb: 1\n` });
  const edited = applyEdits([{ origin: originOfValue(tree, ["a"]), value: "z\n" }]);
  expect(edited.get("a.yaml")).toBe("a: |\n  z\nb: 1\n");
});
