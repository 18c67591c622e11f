import { readFileSync } from "node:fs";
import fc from "fast-check";
import { CORE_SCHEMA, load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { isArray, isObject, type Json, maxDepth } from "../../src/source/json/json.ts";
import { locate } from "../../src/source/locate.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { type Origin, originOfValue, type Path } from "../../src/source/tree.ts";
import { readFastYaml } from "../../src/source/yaml/fast-yaml.ts";
import { parseYaml } from "../../src/source/yaml/parse-yaml.ts";
import { readYaml } from "../../src/source/yaml/read-yaml.ts";
import { corpusFiles } from "../corpus/corpus.ts";
import { cpuTime } from "../cpu-time.ts";
import { sampled } from "../long.ts";

const ordinary = `openapi: 3.1.0
info: {title: "Depot: x", version: 1.0.0, list: [a, 'b', "c d"]}
# comment
paths:
  /parcels/{id}:   # note
    get:
      summary: Look up one
        parcel by 'id'
      description: |
        Some *text* & more:
          - indented

        end
      folded: >-
        one
        two

        three
      parameters:
      - name: id
        in: path
        schema: {type: string, enum: [a, b]}
      - {name: q}
      responses:
        "200":
          description: "multi
            line \\"x\\" \\
            y"
        default: {}
`;

function pathsIn(value: Json): Path[] {
  const items: [string | number, Json][] = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  return [[], ...items.flatMap(([step, item]) => pathsIn(item).map((path) => [step, ...path]))];
}

describe("the fast parser of YAML and the parser `yaml`", () => {
  test("give the same data for every document", { timeout: 120_000 }, () => {
    const files = corpusFiles(["openapi", "invalid", "ces", "suites"], /\.ya?ml$/);
    expect(files.length).toBeGreaterThan(15);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      expect(JSON.stringify(parseYaml(text)), file).toBe(JSON.stringify(readYaml(text)));
    }
  });

  test("give the same data for values in every form", { timeout: 60_000 }, () => {
    const value = fc.jsonValue({ maxDepth: 4, stringUnit: fc.constantFrom(...Array.from("ab01-:#\n \t'\"\\[]{},&*!|>%@`~?.é😀_xeEo+")) });
    const form = fc.constantFrom(
      "PLAIN" as const,
      "QUOTE_DOUBLE" as const,
      "QUOTE_SINGLE" as const,
      "BLOCK_LITERAL" as const,
      "BLOCK_FOLDED" as const,
    );
    fc.assert(
      fc.property(value, form, fc.constantFrom(0, 20, 80), fc.boolean(), (data, defaultStringType, lineWidth, flow) => {
        const text = stringify(data, {
          defaultStringType,
          lineWidth,
          collectionStyle: flow ? "flow" : "any",
          aliasDuplicateObjects: false,
        });
        expect(JSON.stringify(parseYaml(text).data), text).toBe(JSON.stringify(readYaml(text).data));
      }),
      { numRuns: sampled(2000), seed: 1 },
    );
  });

  test("give the same data for a broken file that both accept, with a place for each value", { timeout: 60_000 }, () => {
    const change = fc.tuple(
      fc.nat(ordinary.length),
      fc.constantFrom("put", "cut", "change"),
      fc.constantFrom(...Array.from(" \n:-#[]{},'\"|>&*!?%@\\abz0123.\t~")),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        let text = ordinary;
        for (const [at, kind, character] of changes)
          text = text.slice(0, at) + (kind === "cut" ? "" : character) + text.slice(kind === "put" ? at : at + 1);
        const tree = parseTree({ path: "case.yaml", text });
        const slow = readYaml(text);
        // `js-yaml` alone takes brackets that are indented too little, and comments without a space before them.
        if (slow.problems.length === 0) expect(JSON.stringify(tree.data), text).toBe(JSON.stringify(slow.data));
        else if (tree.problems.length === 0)
          expect(slow.problems[0]?.reason, text).toMatch(/too little indentation|a space is missing|must be on one line/);
        if (tree.data !== undefined) locate(pathsIn(tree.data).map((path) => originOfValue(tree, path)));
      }),
      { numRuns: sampled(1500), seed: 1 },
    );
  });

  test("give the same data for single words", { timeout: 60_000 }, () => {
    const word = fc.string({ maxLength: 6, unit: fc.constantFrom(...Array.from("0123456789.+-_xobeEainftrulsTRUENy~<:= \t#")) });
    fc.assert(
      fc.property(word, word, (key, value) => {
        const text = `${key}: ${value}\nlist:\n- ${value}\nflow: [${value}, {k: ${value}}]\n`;
        expect(JSON.stringify(parseYaml(text).data), text).toBe(JSON.stringify(readYaml(text).data));
      }),
      { numRuns: sampled(5000), seed: 1 },
    );
  });
});

test.each<[string, Json]>([
  ["- -\n- x\n", [[null], "x"]],
  ["- a:\n    - x\n    - # none\n\n- b\n", [{ a: ["x", null] }, "b"]],
  ["\ufeffa:\n b: 1\n", { a: { b: 1 } }],
  ["\ufeff- a\n- b\n", ["a", "b"]],
  ["\ufeff  a: &x 1\n  b: *x\n", { a: 1, b: 1 }],
  ["---a: 1\n", { "---a": 1 }],
  ["{a, # note\n1.10, b}\n", { a: null, "1.10": null, b: null }],
  ["a: &x { 1.10, b }\n", { a: { "1.10": null, b: null } }],
  ["a: !\n", { a: "" }],
  ["- |+\n  a\n  ", ["a\n"]],
  ["a: !!float 1\nb: !!str 2\nc: !!int '3'\nd: !!null\n", { a: 1, b: "2", c: 3, d: null }],
])("the fast parser of YAML leaves %j to the parser `yaml`", (text, data) => {
  expect(parseYaml(text)).toEqual({ data, problems: [] });
});

test.each<[string, Json]>([
  ["a:\n- {}\n- []\nb: 1\n", { a: [{}, []], b: 1 }],
  ["- - {}\n  - { }\n-   {}\n", [[{}, {}], {}]],
  ["- {name: q, 'in: x': [a, {b: {}}], \"c\": }\n- {a: 1, }\n", [{ name: "q", "in: x": ["a", { b: {} }], c: null }, { a: 1 }]],
  ["a:\n  - {b: 1, # note\n     c: [2,\n       3, ]}\n", { a: [{ b: 1, c: [2, 3] }] }],
  ["a:\n  -\n    {b: {}}\n  - c: {}\n    d: [{}, {}]\n", { a: [{ b: {} }, { c: {}, d: [{}, {}] }] }],
  ['- "a\n b"\n- - \'c\n\n    d\'\n  - "e"\n', ["a b", ["c\nd", "e"]]],
  ['a:\n- "b\n  c \\\n  d"\n- e: "f\n    g"\n', { a: ["b c d", { e: "f g" }] }],
])("the fast parser of YAML reads the items of a list: %j", (text, data) => {
  expect(readFastYaml(text)?.data).toEqual(data);
  expect(readYaml(text)).toEqual({ data, problems: [] });
});

// A key of `{…}` without a colon, whose number `js-yaml` would write in another way, and lines that are not deeper than the dash or key.
test.each([
  "- {1.10, b: 2}\n",
  "- 'a\nb'\n",
  "a:\n  - - 'b\n    c'\n",
  "- a: 'b\n  c'\n",
  "- - { 1.0 }\n",
  "a:\n- {b: 1, 1.10}\n",
  "- {{b: 1}}\n",
  "- {[b]}\n",
  "- {? {} : 1}\n",
  "- {}: 1\n",
])("the fast parser of YAML leaves an unusual item of a list to the parser `yaml`: %j", (text) => {
  expect(readFastYaml(text)).toBeUndefined();
});

describe("a quoted YAML text whose lines are not indented deeper than its key", () => {
  test.each([
    "a:\n  b: 'One\n  same column.'\n  c: 1\n",
    'a:\n  b: "One\n  same column, \\"x\\" and\n\n  more."\n  c: [1]\n',
    "a:\n  - b: 'One\n    of an item.'\n    c: 1\n",
    "a:\n    b: 'Less\n  than the key.'\n",
    "a:\r\n  b: 'One\r\n  with \u2028 ends.'\r\n  c: 1\r\n",
    "\ufeffa:\n  b: 'One\n  after a mark.'\n",
  ])("is read as js-yaml reads it, with a warning: %j", (text) => {
    const { data, problems } = parseYaml(text);
    expect(data).toEqual(load(text.replace("\ufeff", ""), { schema: CORE_SCHEMA }));
    expect(problems.map(({ code }) => code)).toEqual(["shallow-quote"]);
    const tree = parseTree({ path: "case.yaml", text });
    const places = pathsIn(tree.data ?? null).map((path) => originOfValue(tree, path));
    const written = (place: Origin): string => {
      const { start, end } = locate(places).get(place) ?? { start: 0, end: 0 };
      return text.slice(start, end);
    };
    for (const place of places) if (place.path.at(-1) === "b") expect(written(place)).toMatch(/^(['"]).*\1$/s);
    for (const place of places) if (place.path.at(-1) === "c") expect(written(place)).toMatch(/^(1|\[1\])$/);
  });

  test("has its warning at the first such line", () => {
    const [problem] = parseYaml("a:\n  b: 'One\n     deeper\n  same column.'\n").problems;
    expect(problem).toMatchObject({ path: ["a", "b"], range: { start: 27, end: 40 } });
  });

  test.each(["a: 'One\nb: 'two'\n", "a: 'One\nb: two\n", "a: 'One\n---\nb: two'\n", 'a: "One\nb: "two"\n'])(
    "is an error if a quote is missing: %j",
    (text) => {
      expect(parseYaml(text)).toMatchObject({
        data: undefined,
        problems: [{ code: text.includes("---") ? "several-documents" : "syntax-error" }],
      });
    },
  );
});

// By YAML 1.2.2, section 7.3.1, each empty line behind an escaped line break is a line break; `yaml` takes the first for a space.
test("an escaped line break before empty lines of YAML is read equally by both parsers", () => {
  const text = 'a: "x\\\n\n\n  y"\n';
  expect(parseYaml(text)).toEqual(readYaml(text));
});

describe("in the core schema of YAML, the data", () => {
  test("keeps dates, NO, 1_000, 1:30 and << as they are written", () => {
    const text = "a: 2026-01-01\nb: NO\nc: 1_000\nd: 1:30\n<<: {e: 1}\nf: 0o17\ng: 0x1F\nh: 010\ni: ~\nj:\nk: 1.50\n";
    expect(parseYaml(text).data).toEqual({
      a: "2026-01-01",
      b: "NO",
      c: "1_000",
      d: "1:30",
      "<<": { e: 1 },
      f: 15,
      g: 31,
      h: 10,
      i: null,
      j: null,
      k: 1.5,
    });
  });

  test("keeps each key as it is written", () => {
    expect(parseYaml("200: a\n1.10: b\n0x1F: c\n1e3: d\ntrue: e\n__proto__: f\n").data).toEqual(
      Object.fromEntries([
        ["200", "a"],
        ["1.10", "b"],
        ["0x1F", "c"],
        ["1e3", "d"],
        ["true", "e"],
        ["__proto__", "f"],
      ]),
    );
  });
});

test.each(["{a: 1, [b]}", "{a: 1, [b]: 2}", "[b]: 1", "{b: 1}: 2", "x: {{b: 1}}", "? [a, b]\n: c", "- ? [a]\n  : c"])(
  "a collection as a key of YAML is refused: %j",
  (text) => {
    expect(parseYaml(`${text}\n`).problems.map(({ reason }) => reason)).toEqual(["a key must be a single word or string."]);
  },
);

test.each([
  "a: 9223372036854775807\nb: {c: [1, -9223372036854775809]}\nd: 9223372036854775808\n",
  "a: '9223372036854775807'\nb: 9223372036854775807\n",
  "a: |\n  see 9223372036854775807 there\n200: 9223372036854775807\n100: 9223372036854775807\n",
  "200: 9223372036854775807\n100: 12345678901234567890\n",
  "a: 12345678901234567890.5\nb: 0x1FFFFFFFFFFFFFFFF\n",
])("numbers that JavaScript changes are found by both parsers of YAML: %j", (text) => {
  expect(parseYaml(text)).toEqual(readYaml(text));
});

describe("a YAML text is refused", () => {
  test.each([
    ["a: 1\nb: 2\na: 3\n", "duplicate-key", "a", 2],
    ["responses:\n  200: x\n  '200': y\n", "duplicate-key", "200", 2],
    ["a: [b, &x {c: *x}]\n", "syntax-error", "contains itself", 0],
    ["a: *nobody\n", "syntax-error", "no anchor", 0],
    ["a: 1\n---\nb: 2\n", "several-documents", "second YAML document", 1],
    ["%YAML 1.1\n---\na: 1\n", "syntax-error", "1.2", 0],
    ["a: !include x\n", "unknown-tag", "!include", 0],
    ["a: !!binary aGk=\n", "unknown-tag", "!!binary", 0],
    ["!local a: 1\n", "unknown-tag", "!local", 0],
    ["a: !!int abc\n", "syntax-error", '"!!int" is not of that type', 0],
    ["a: 1\nb: !!seq\n", "syntax-error", '"!!seq" is not of that type', 1],
    ["a: &x !!map [b]\n", "syntax-error", '"!!map" is not of that type', 0],
    ["a: &x b: c\n", "syntax-error", "inside a value", 0],
    ["--- a: 1\n", "syntax-error", "", 0],
    ["a:\n\t- b\n", "syntax-error", "tab", 1],
    ["a: 'x\n", "syntax-error", "quote is missing", 1],
    ["a: [1, 2\n", "syntax-error", '"]" is missing', 1],
    ["a: b: c\n", "syntax-error", "inside a value", 0],
    ["a: 1\n<<<<<<< HEAD\nb: 2\n=======\n", "syntax-error", "unresolved merge conflict", 1],
    ["a: b: c\n>>>>>>> main\n", "syntax-error", "unresolved merge conflict", 1],
    ["a:\r\r\n  b: 1\r\r\n", "syntax-error", "carriage return", 0],
    ["a: .inf\n", "infinite-number", ".inf", 0],
    ["a: 12345678901234567890\n", "lossy-number", "12345678901234567168", 0],
    ["", "syntax-error", "empty", 0],
    ["# only a comment\n", "syntax-error", "empty", 0],
    ["? [a, b]\n: c\n", "syntax-error", "key", 0],
  ])("with a problem at the right place: %j", (text, code, reason, line) => {
    const { problems } = parseYaml(text);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]?.reason).toContain(reason);
    expect(text.slice(0, problems[0]?.range.start).split("\n")).toHaveLength(line + 1);
    expect(problems[0]?.range.end).toBeLessThanOrEqual(text.length);
  });

  test.each([
    ["brackets", (depth: number) => `a: ${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}\n`],
    ["braces", (depth: number) => `${"{a: ".repeat(depth)}1${"}".repeat(depth)}\n`],
    ["compact sequences", (depth: number) => `${"- ".repeat(depth)}x\n`],
    ["indentation", (depth: number) => Array.from({ length: depth }, (_empty, index) => `${" ".repeat(index)}a:\n`).join("")],
  ])("if it nests %s beyond the limit", (_name, nested) => {
    expect(parseYaml(nested(maxDepth)).problems).toEqual([]);
    expect(readYaml(nested(maxDepth)).problems).toEqual([]);
    for (const depth of [maxDepth + 1, maxDepth + 2, maxDepth + 3, 3000, 3000]) {
      expect(
        parseYaml(nested(depth)).problems.map(({ code }) => code),
        String(depth),
      ).toEqual(["too-deep"]);
    }
  });

  test("if its aliases expand to too many values", () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    const lines = names.map(
      (name, index) =>
        `${name}: &${name} [${Array(9)
          .fill(index === 0 ? "z" : `*${names[index - 1]}`)
          .join(", ")}]`,
    );
    expect(parseYaml(`${lines.join("\n")}\n`).problems.map(({ code }) => code)).toEqual(["alias-limit"]);
    expect(parseYaml("a: &a {x: 1}\nb: *a\n").data).toEqual({ a: { x: 1 }, b: { x: 1 } });
  });

  test("the keys of a large mapping in YAML are compared in linear time", () => {
    const keys = Array.from({ length: 20_000 }, (_empty, index) => `key${index}: 1\n`);
    const one = `${keys.join("")}key7: 2\n`;
    const many = keys.map((key, index) => (index % 50 === 0 ? `- ${key}` : `  ${key}`)).join("");
    const read = (text: string, problems: number) => expect(readYaml(text).problems).toHaveLength(problems);
    const limit = 5 * cpuTime(() => read(many, 0), 1_000);
    // Both take equally long; with a comparison of each pair, one large mapping takes more than ten times as long as many small ones.
    expect(cpuTime(() => read(one, 1), limit)).toBeLessThan(limit);
  });
});
