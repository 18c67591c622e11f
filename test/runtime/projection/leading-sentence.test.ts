import { expect, test } from "vitest";
import { leadingSentence } from "../../../src/runtime/projection/text/leading-sentence.ts";

test.each([
  ["Creates an order of the shop. Requires the role admin.", "Creates an order of the shop."],
  ["Lists formats, e.g. JSON and XML. The default is JSON.", "Lists formats, e.g. JSON and XML."],
  ["Available since v1.2 of the API. Do not use it.", "Available since v1.2 of the API."],
  ["See https://api.example.com/v1.2/docs. for all. Then call it.", "See https://api.example.com/v1.2/docs. for all."],
  ["Asks the user (or an admin!) what to do. Then does it.", "Asks the user (or an admin!) what to do."],
  ['Says "this is the whole answer." And no more.', 'Says "this is the whole answer."'],
  ["A book by J. R. Tolkien in one volume. Not in three.", "A book by J. R. Tolkien in one volume."],
  ["Deprecated. Use the other operation. It is faster.", "Deprecated. Use the other operation."],
  ["A summary without a full stop\n\nThen a description.", "A summary without a full stop"],
  ["One line that\nis wrapped. Then more.", "One line that\nis wrapped."],
  ["ユーザーの注文を検索して返すための操作です。結果はページごとに返されます。", "ユーザーの注文を検索して返すための操作です。"],
  ["Short.", "Short."],
  ["", ""],
])("the leading sentence of %j is found", (text, sentence) => {
  expect(leadingSentence(text)).toBe(sentence);
});

test("a long text without a sentence is searched in little time", () => {
  const dots = `${".".repeat(100_000)}x${"\n ".repeat(100_000)}x`;
  expect(leadingSentence(dots).length).toBeGreaterThan(100_000);
});
