import { expect, test } from "vitest";
import { cutAtSentence } from "../../../src/runtime/projection/text/cut-at-sentence.ts";

test.each([
  ["a text that fits", "Gets it. Fast.", 14, "Gets it. Fast."],
  ["the last sentence that fits", "Gets it. Fast. And more.", 15, "Gets it. Fast."],
  ["a sentence that ends with the limit", "Gets it. Fast. And more.", 14, "Gets it. Fast."],
  ["lines", "Gets all of it\nAnd more of that", 20, "Gets all of it"],
  ["no sentence, but words", "all the words of one long sentence", 20, "all the words of…"],
  ["a first sentence that is short", "Hi. all the words of one long sentence", 30, "Hi. all the words of one…"],
  ["one word", "a".repeat(30), 10, `${"a".repeat(9)}…`],
  ["a pair of surrogates", "😀".repeat(10), 10, "😀😀😀😀…"],
  ["a version, which ends no sentence", "Version 1.2.3.4.5.6.7 of it all", 24, "Version 1.2.3.4.5.6.7…"],
])("a description is cut at the end of a sentence: %s", (_what, text, most, expected) => {
  expect(cutAtSentence(text, most)).toBe(expected);
  expect(expected.length).toBeLessThanOrEqual(most);
});
