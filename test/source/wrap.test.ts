import { expect, test } from "vitest";
import { wrapLines } from "../../src/source/text/wrap.ts";

test("long printed lines are broken between words, and the next ones are indented like the first", () => {
  expect(wrapLines("short\n  one two three four", 12)).toBe("short\n  one two\n  three four");
  expect(wrapLines("  help: one two three", 14, 8)).toBe("  help: one\n        two\n        three");
});

test("a printed word that is longer than the line is not broken", () => {
  expect(wrapLines("see https://example.com/a/long/path now", 12)).toBe("see\nhttps://example.com/a/long/path\nnow");
});

test.each(["::error::x", "##[error]x", "##vso[task]x", "-->", "help:", "error[x]:", "|"])(
  "no line that is broken starts with %s",
  (word) => {
    for (let width = 4; width < 40; width++) expect(wrapLines(`one two three ${word} four`, width, 2)).not.toContain(`\n  ${word}`);
  },
);
