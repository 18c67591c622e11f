import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { isArray, isObject, type Json } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { buildPathTree, locationsOf } from "../../src/source/path-tree.ts";
import { type Origin, originOfValue, type Path } from "../../src/source/tree.ts";
import { locateBlockYaml } from "../../src/source/yaml/locate-block-yaml.ts";
import { locateAnyYaml } from "../../src/source/yaml/locate-yaml.ts";
import { parseYaml } from "../../src/source/yaml/parse-yaml.ts";
import { corpusFiles, hasCorpus } from "../corpus/corpus.ts";
import { sampled } from "../long.ts";

// `yaml` is the oracle: whatever the lines show must be what it finds.

describe("the places in a YAML text that its lines show are those that the parser `yaml` finds", () => {
  test("for every kind of node", () => {
    const text = `# comment
a:
  b: 1
  c: x y # hi
  'd e': 'it''s'
  # more
  "f": "g \\" h"  # note

list:
- 1
- two words
-
  - nested
  - - deeper
- name: first
  in: query

  schema:
    type: string

- name: second
folded: one
  two

  three
literal: |
  text
    # no comment

  - text
# comment
stripped: >-
    far in

last:
  - x: true
    y: ~
`;
    const { agreed, all } = compare(text);
    expect(agreed).toBe(all);
    expect(all).toBeGreaterThan(25);
  });

  test.each([
    ["---\na: 1\n", "all"],
    ["a:\r\n  b: 1\r\nc: |\r\n  x\r\n\r\nd: 2\r\n", "all"],
    ["a: |+\n  x\n\n\nb: 1\n", "some"],
    ["a: &x 1\nb: *x\nc: 2\n", "some"],
    ["a: [1, 2]\nb: {c: d}\ne: f\n", "some"],
    ["a:\nb:\n  c:\nd: 1\n", "some"],
    ["a: 1\n...\n", "none"],
    ["\ufeffa: 1\n", "none"],
    ["a: 'x\n  y'\nb: \"c\n\n  d\"\n", "all"],
    ["a: |\n  x\n # comment\nb: 1\n", "some"],
    ["a: |1\n  x\nb: 1\n", "some"],
    ["? a\n: b\n", "none"],
    ["a: x\n  # comment\nb: 1\n", "all"],
    ["a:\n- b\n# comment\n- c\nd: 1", "all"],
    ["a: {}\nb: []  # note\nc:\n- {}\n-   [ ]\n- d:\n    { }\n", "all"],
    ["a:\r\n  - b: [c,\t d, 1.0]\r\n    e: {f: g}\r\n", "some"],
    ["plain text\n", "none"],
    ["|\n- a\n...\n", "none"],
    ["a: b\nc:\n- &x\n", "some"],
    ["a: b\nc: >\t# d\n\n", "some"],
    ["a: b\nc: d\n  \t\n", "some"],
  ])("in the text %j: %s", (text, how) => {
    const { agreed, all } = compare(text);
    expect(agreed === 0 ? "none" : agreed === all ? "all" : "some").toBe(how);
  });

  test("in generated documents", { timeout: 60_000 }, () => {
    const word = fc.oneof(
      fc.string({ maxLength: 12, unit: fc.constantFrom(...Array.from("abc 123:#-'\"[]{},&*!|>%@\\\n?~.")) }),
      fc.lorem({ maxCount: 30 }),
    );
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        word,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(word, tie("value"), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    const settings = fc.record({
      indent: fc.constantFrom(2, 3, 4),
      indentSeq: fc.boolean(),
      lineWidth: fc.constantFrom(0, 20, 80),
      blockQuote: fc.constantFrom<("literal" | "folded" | boolean)[]>("literal", "folded", true, false),
    });
    let located = 0;
    fc.assert(
      fc.property(fc.dictionary(word, value, { minKeys: 1, maxKeys: 5 }), settings, (data, options) => {
        located += compare(stringify(data, options)).agreed;
      }),
      { numRuns: sampled(1500), seed: 1 },
    );
    expect(located).toBeGreaterThan(sampled(5000));
  });

  test("in generated lines, valid or not", { timeout: 60_000 }, () => {
    const line = fc
      .tuple(
        fc.constantFrom("", "", "  ", "  ", "    ", " ", "\t"),
        fc.constantFrom(
          "a: 1",
          "b:",
          "- c",
          "- d: e",
          "- ",
          "# f",
          "g",
          "'h",
          "i'",
          "j: |",
          "k: >-",
          "l: [",
          "l: []",
          "- {}",
          "a: {b: c, d} # e",
          "]",
          "",
          "m: 'n'",
          "- - o",
          "p: q # r",
          "a:",
          "b: x",
        ),
      )
      .map(([indentation, content]) => indentation + content);
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 9 }), (lines) => {
        compare(`${lines.join("\n")}\n`);
      }),
      { numRuns: sampled(20_000), seed: 1 },
    );
  });

  test("in whole documents", { timeout: 120_000 }, () => {
    let [agreed, all] = [0, 0];
    for (const path of corpusFiles(["openapi", "ces"], /\.ya?ml$/)) {
      const text = readFileSync(path, "utf8");
      if (text.length > 300_000) continue;
      const found = compare(text);
      agreed += found.agreed;
      all += found.all;
    }
    // The rest has brackets or anchors on the way, as most of our own short documents have.
    expect(agreed / all).toBeGreaterThan(hasCorpus ? 0.75 : 0.15);
  });
});

/** Each place by itself, so that one which is not found hides no other. */
function compare(text: string): { agreed: number; all: number } {
  const { data, problems } = parseYaml(text);
  if (data === undefined || problems.length > 0) return { agreed: 0, all: 0 };
  const tree = { ...parseTree({ path: "x.yaml", text }), data };
  const origins = pathsIn(data).map((path) => originOfValue(tree, path));
  const expected = foundBy(origins, (wanted) => locateAnyYaml(text, wanted));
  const sample = origins.length > 400 ? origins.filter((_, index) => index % Math.ceil(origins.length / 400) === 0) : origins;
  let agreed = 0;
  for (const origin of sample) {
    const wanted = buildPathTree([origin]);
    if (!locateBlockYaml(text, data, wanted)) continue;
    const [[, found] = []] = locationsOf(wanted);
    expect(found, `${JSON.stringify(origin.path)} in ${text.length > 2000 ? "a document" : text}`).toEqual(expected.get(origin));
    agreed++;
  }
  return { agreed, all: sample.length };
}

function foundBy(origins: readonly Origin[], locate: (wanted: ReturnType<typeof buildPathTree>) => void) {
  const wanted = buildPathTree(origins);
  locate(wanted);
  return new Map(locationsOf(wanted));
}

function pathsIn(value: Json, path: Path = []): Path[] {
  const entries: [string | number, Json][] = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [path, ...entries.flatMap(([step, item]) => pathsIn(item, [...path, step]))];
}
