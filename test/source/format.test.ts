import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTree } from "../../src/source/format-tree.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { yamlComments } from "../../src/source/yaml/yaml-comments.ts";
import { appsNamed, corpus, hasCorpus } from "../corpus/corpus.ts";
import { project } from "../example-project.ts";
import { isLong } from "../long.ts";
import { styledYaml } from "./styled-yaml.ts";

type Style = Parameters<typeof formatTree>[1];

function format(text: string, { path = "x.yaml", style = "free" }: { readonly path?: string; readonly style?: Style } = {}) {
  const formatted = formatTree(parseTree({ path, text }), style);
  return "text" in formatted ? formatted.text : undefined;
}

/** That only the form of a text changes, and only once. Its result is `undefined` for a text with errors. */
function expectSameData(text: string, options: Parameters<typeof format>[1] = {}): string | undefined {
  const formatted = format(text, options);
  if (formatted === undefined) return undefined;
  const dataOf = (written: string) => JSON.stringify(parseTree({ path: options.path ?? "x.yaml", text: written }).data);
  expect(dataOf(formatted), text).toBe(dataOf(text));
  expect(commentsOf(formatted), text).toEqual(commentsOf(text));
  expect(format(formatted, options), text).toBe(formatted);
  return formatted;
}

function commentsOf(text: string): string[] {
  return yamlComments(text).map((comment) => comment.text.trimEnd());
}

test("formatted YAML of every style keeps its data and comments, and is not changed again", { timeout: 300_000 }, () => {
  const runs = isLong ? 20_000 : 150;
  let [formatted, changed] = [0, 0];
  fc.assert(
    fc.property(styledYaml, (text) => {
      const result = expectSameData(text);
      if (result === undefined) return;
      formatted++;
      if (result !== text) changed++;
      expect(result).not.toMatch(/\r|^\ufeff/);
    }),
    { numRuns: runs },
  );
  expect(formatted).toBeGreaterThan(runs / 2);
  expect(changed).toBeGreaterThan(runs / 2);
});

test("formatted JSON of every value keeps it in both styles, and is not changed again", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom<Style[]>("free", "exported"), fc.nat(4), (json, style, indentation) => {
      const text = JSON.stringify(JSON.parse(json), null, indentation);
      expectSameData(text, { path: "x.json", style });
    }),
  );
});

test.each([
  ["lists in a mapping are indented", "a:\n- b\n-   - c\n    - d\n", "a:\n  - b\n  - - c\n    - d\n"],
  ["mappings have two spaces", "a:\n    b:\n            c: 1\n    d: 2\n", "a:\n  b:\n    c: 1\n  d: 2\n"],
  ["brackets have the spaces of Prettier", "a: {b: 1,c: [ 1,2 ], d: {}, e: [ ]}\n", "a: { b: 1, c: [1, 2], d: {}, e: [] }\n"],
  ["brackets on several lines become lines", "a: [b, # of b\n c, {d: 1}]\n", "a:\n  - b # of b\n  - c\n  - { d: 1 }\n"],
  ["quotes are double where that needs no escape", "a: 'it''s'\nb: 'say \"x\"'\nc: '\\d'\n", "a: \"it's\"\nb: 'say \"x\"'\nc: '\\d'\n"],
  ["one blank line stays of many, and none at the ends", "\n\na: 1\n\n\n\nb: 2\n\n\n", "a: 1\n\nb: 2\n"],
  ["a line stays as long as it is", `a: ${"long ".repeat(50)}end\n`, `a: ${"long ".repeat(50)}end\n`],
  ["line breaks in a scalar stay", "a: one\n      two\n\n      three\n", "a: one\n  two\n\n  three\n"],
  ["Windows' line ends and the byte order mark go", "\ufeffa: 1 # b\r\nc: |\r\n    d\r\n    e\r\n", "a: 1 # b\nc: |\n  d\n  e\n"],
  [
    "a literal keeps its lines, and blank lines that are part of it",
    "a: |+\n      b\n        c\n\n\nd: >-\n   e\n   f\n\n\n\ng: 1\n",
    "a: |+\n  b\n    c\n\n\nd: >-\n  e\n  f\n\ng: 1\n",
  ],
  [
    "a literal that begins with spaces keeps them",
    "a:\n  - |4\n        b\n      c\n",
    "a:\n  - |2\n        b\n      c\n".replace(/ {6,8}(?=[bc])/g, (at) => at.slice(2)),
  ],
  [
    "comments stay with what they are about",
    "# top\n\na:   # of a\n    # of b\n    b: 1   # one\n    # last in a\n\n# of c\nc:\n- d\n# of e\ne: 1\n# end",
    "# top\n\na: # of a\n  # of b\n  b: 1 # one\n  # last in a\n\n# of c\nc:\n  - d\n# of e\ne: 1\n\n# end\n",
  ],
  [
    "a comment at the end of a line, which may suppress a finding of this line, stays there",
    "a: # of a\n    # of b\n    b: 1\nc: &x # of c\n    - d\ne:   # of e\n  f\n",
    "a: # of a\n  # of b\n  b: 1\nc: # of c\n  &x\n  - d\ne: # of e\n  f\n",
  ],
  ["scalars keep their digits and escapes", 'a: [1.50, 0x1F, 1e3, "\\u00e9", ~]\n', 'a: [1.50, 0x1F, 1e3, "\\u00e9", ~]\n'],
  ["folded lines stay, also with spaces", "a: >-\n   one\n   two\n\n     b\n   c\n", "a: >-\n  one\n  two\n\n    b\n  c\n"],
  ["an empty item is null", "- \n- &a\n- b:\n", "- null\n- &a null\n- b:\n"],
  [
    "an anchor stays with its mapping",
    "a: &x\n    b: 1\nc:\n- &y\n  d: 1\n- &z e: *x\n",
    "a: &x\n  b: 1\nc:\n  - &y\n    d: 1\n  - &z e: *x\n",
  ],
])("formatted YAML has this form: %s", (_name, text, expected) => {
  expect(expectSameData(text)).toBe(expected);
});

test("formatted JSON has one line for each member, and short arrays on one line", () => {
  const long = Array.from({ length: 30 }, (_empty, index) => index);
  expect(expectSameData(`{"a":{"b":[ 1.0,"\\u00e9"],"c":{},"d":[{}]},"e":[]}`, { path: "x.json" })).toBe(
    `{\n  "a": {\n    "b": [1.0, "é"],\n    "c": {},\n    "d": [\n      {}\n    ]\n  },\n  "e": []\n}\n`,
  );
  expect(format(JSON.stringify({ long }), { path: "x.json" })?.split("\n")).toHaveLength(35);
});

test("formatted JSON of an exported app has the form of Google's JsonFormat", () => {
  const text = `{"a": [{"b": {}, "c": [ 1, 2 ]}, {"d": "it's <b> & \\u2028 = \\/ é"}], "e": [], "f": 1.50}`;
  expect(expectSameData(text, { path: "x.json", style: "exported" })).toBe(
    `{
  "a": [{
    "b": {
    },
    "c": [1, 2]
  }, {
    "d": "it\\u0027s \\u003cb\\u003e \\u0026 \\u2028 \\u003d / é"
  }],
  "e": [],
  "f": 1.50
}`,
  );
});

test("a text with errors is not formatted, and one with a number that JavaScript rounds is", () => {
  expect(format("a: [\n")).toBeUndefined();
  expect(format("a: 1\na: 2\n")).toBeUndefined();
  expect(format("a: [\n1]\n")).toBeUndefined();
  expect(format("{ a: 1 }", { path: "x.json" })).toBeUndefined();
  expect(format("a:   12345678901234567890\n")).toBe("a: 12345678901234567890\n");
});

test("brackets as deep as a parser reads are formatted in bounded time", () => {
  const text = `a: ${"[\n ".repeat(98)}1${"]".repeat(98)}\n`;
  expect(expectSameData(text)).toBe(`a:\n  ${"- ".repeat(98)}1\n`);
});

test("a literal of 130,000 lines is formatted", () => {
  expect(format(`a: |\n${"   line\n".repeat(130_000)}`)?.length).toBe(910_005);
});

/** Every YAML and JSON file below a folder that is not too long for a test. */
function textsIn(folder: string): readonly (readonly [string, string])[] {
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  return entries
    .filter(
      (entry) => entry.isFile() && [".yaml", ".yml", ".json"].includes(extname(entry.name)) && !entry.parentPath.includes("node_modules"),
    )
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path, readFileSync(path, "utf8")] as const)
    .filter(([, text]) => text.length < 400_000);
}

test("the definitions and documents of this project keep their data and comments when formatted", { timeout: 120_000 }, () => {
  const texts = ["toolsets", "examples", "test/golden", "test/corpus"].flatMap((folder) => textsIn(join(project, folder)));
  expect(texts.length).toBeGreaterThan(300);
  const tried = texts.filter((_text, index) => isLong || index % 5 === 0);
  const formatted = tried.filter(([path, text]) => {
    const result = expectSameData(text, { path });
    if (result !== undefined) expect(placesOfComments(result), path).toEqual(placesOfComments(text));
    return result !== undefined;
  });
  expect(formatted.length).toBeGreaterThan(tried.length * 0.8);
});

/** For each comment, the key before it in its line; empty for a comment with a line of its own. */
function placesOfComments(text: string): string[] {
  return yamlComments(text).map(({ start }) => {
    const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
    return before.replace(/^[-\s]+|["':].*$/gs, "");
  });
}

test.skipIf(!hasCorpus)("the documents of the corpus keep their data and comments when formatted", { timeout: 300_000 }, () => {
  const texts = ["openapi", "ces", "invalid", "suites"].flatMap((folder) => textsIn(corpus(folder)));
  const formatted = texts.filter(([path, text]) => expectSameData(text, { path }) !== undefined);
  expect(formatted.length).toBeGreaterThan(300);
});

test.skipIf(!hasCorpus)("an exported app of the corpus is formatted already, except for a file that was edited by hand", () => {
  const [app] = appsNamed(["hites-dev-cxas-smart-agent"]);
  const texts = textsIn(app?.folder ?? "").filter(([path]) => path.endsWith(".json"));
  const changed = texts.filter(([path, text]) => format(text, { path, style: "exported" }) !== text).map(([path]) => path);
  expect(texts.length).toBeGreaterThan(30);
  expect(changed).toEqual([expect.stringContaining("reparacion-producto-agent.json")]);
});
