import fc from "fast-check";
import { expect, test } from "vitest";
import { applyEdits } from "../../src/source/edit.ts";
import { locate } from "../../src/source/locate.ts";
import { originOfKey, originOfValue, valueAt } from "../../src/source/tree.ts";
import { nestedCase, parseLayers } from "./nested-documents.ts";

test("a place is exact in every form of scalar, at every depth", { timeout: 60_000 }, () => {
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
    { numRuns: 1000, seed: 1 },
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

test("an edit changes one value, and its inverse gives back the same bytes", { timeout: 60_000 }, () => {
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
    { numRuns: 1500, seed: 1 },
  );
});
