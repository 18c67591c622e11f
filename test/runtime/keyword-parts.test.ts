import { expect, test } from "vitest";
import { checkedKeywords, keywordPartNames } from "../../src/runtime/schema/keyword-parts.ts";
import { allKeywords } from "../../src/runtime/schema/keywords/all.ts";
import { coreKeywords } from "../../src/runtime/schema/keywords/core.ts";

test("each keyword of JSON Schema is checked for one type of values, by one part of the library", () => {
  const provided = [coreKeywords, ...keywordPartNames.map((part) => allKeywords[part])].flatMap((keywords) => Object.keys(keywords));
  const schema = Object.fromEntries(provided.map((keyword) => [keyword, true]));
  const checked = (["any", "object", "array", "number", "string"] as const).flatMap((kind) => checkedKeywords(schema, kind));
  expect(new Set(provided).size).toBe(provided.length);
  expect([...checked].sort()).toEqual([...provided].sort());
});
