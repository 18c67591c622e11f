import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "../../src/source/edit.ts";
import { locate } from "../../src/source/locate.ts";
import { parseNested, parseTree } from "../../src/source/parse-tree.ts";
import { originOfKey, originOfValue, valueAt } from "../../src/source/tree.ts";
import { sampled } from "../long.ts";
import { nestedCase, parseLayers } from "./nested-documents.ts";

test("the place of a value in a text inside a text is exact, in every style and at every depth", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(nestedCase, ({ text, trees, words }) => {
      const tree = trees.at(-1);
      if (tree === undefined) throw new Error("There is a tree a layer.");
      for (const each of trees) expect(each.problems).toEqual([]);
      const places = words.map(({ path }) => originOfValue(tree, path));
      const spans = locate([...places, originOfKey(tree, ["first"])]);
      words.forEach(({ word }, index) => {
        const span = spans.get(places[index] ?? originOfValue(tree, []));
        expect(span?.source.text).toBe(text);
        const shown = text.slice(span?.start, span?.end);
        expect(shown.replace(/[^A-Z]/g, "")).toBe(word);
        // Around the word there is only the form of its scalar.
        expect(shown.replace(/[A-Z].*[A-Z]/s, "")).toMatch(/^(?:[|>][-+\d]?)?(?:[\\"'rn\s])*$/);
      });
    }),
    { numRuns: sampled(1000), seed: 1 },
  );
});

const values = [
  "$env_var",
  "https://x.example/{id}?a=b&c=d#e",
  "a: b",
  "#x",
  "it's",
  'say "x"',
  "12",
  "true",
  "null",
  "",
  " x ",
  "two\nlines",
  "a, b",
  "-",
  "é😀",
  7,
  true,
  null,
  "back\\slash",
];

test("an edit in a text inside a text changes one value, and its inverse restores the same bytes", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(nestedCase, fc.constantFrom(...values), fc.nat(3), ({ file, text, trees, words }, value, which) => {
      const tree = trees.at(-1);
      const chosen = words[which];
      if (tree === undefined || chosen === undefined) throw new Error("There is a tree a layer, and four words.");
      const edited = applyEdits([{ origin: originOfValue(tree, chosen.path), value }]).get(file) ?? "";
      const after = parseLayers(file, edited, trees.length);
      const innermost = after.at(-1);
      if (innermost === undefined) throw new Error("There is a tree a layer.");
      expect(valueAt(innermost, chosen.path), edited).toEqual(value);
      for (const { path, word } of words) if (path !== chosen.path) expect(valueAt(innermost, path)).toBe(word);
      // A word that was broken over two lines is written on one.
      if (value !== "$env_var" || !text.includes(chosen.word)) return;
      const back = applyEdits([{ origin: originOfValue(innermost, chosen.path), value: chosen.word }]).get(file);
      expect(back).toBe(text);
    }),
    { numRuns: sampled(1500), seed: 1 },
  );
});

test.each([
  ["a: # note\nb: 2\n", "a: $env_var # note\nb: 2\n"],
  ["{b: 2, a}\n", "{b: 2, a: $env_var}\n"],
  ['{"a", b: 2}\n', '{"a": $env_var, b: 2}\n'],
  ["{a:, b: 2}\n", "{a: $env_var, b: 2}\n"],
  // The last line is more of the scalar, as it is further in.
  ["a: >-\n  x\n      \nb: 2\n", "a: $env_var\n      \nb: 2\n"],
])("a value that is written into %j is read from there again", (text, expected) => {
  const tree = parseTree({ path: "a.yaml", text });
  const edited = applyEdits([{ origin: originOfValue(tree, ["a"]), value: "$env_var" }]).get("a.yaml");
  expect(edited).toBe(expected);
  expect(parseTree({ path: "a.yaml", text: expected })).toMatchObject({ data: { a: "$env_var", b: 2 }, problems: [] });
});

test("an empty line does not determine the indentation of an edited text", () => {
  const text = "list:\n  - a: |-\n  \n      x\n";
  const edited = applyEdits([{ origin: originOfValue(parseTree({ path: "a.yaml", text }), ["list", 0, "a"]), value: "y" }]).get("a.yaml");
  expect(parseTree({ path: "a.yaml", text: String(edited) }).data).toEqual({ list: [{ a: "y" }] });
});

test("lines that an edit removes leave no indentation", () => {
  const text = "list:\n  - text: |\n      a: |-\n        x\n        y\n  - b\n";
  const tree = parseTree({ path: "a.yaml", text });
  const holder = originOfValue(tree, ["list", 0, "text"]);
  const inner = parseNested(String(valueAt(tree, holder.path)), holder);
  const edited = applyEdits([{ origin: originOfValue(inner, ["a"]), value: "x" }]).get("a.yaml");
  expect(edited).toBe(text.replace("        y\n", ""));
});
