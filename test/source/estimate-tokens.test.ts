import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { estimateTokens } from "../../src/source/text/estimate-tokens.ts";

const root = join(import.meta.dirname, "../..");

/** The estimate as a multiple of the tokenizer's count. */
function ratio(text: string): number {
  return estimateTokens(text) / countTokens(text, { disallowedSpecial: new Set() });
}

// Not the index of diagnostics, which is no prose: each code stands in it as a link.
const pages = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md") && name !== "diagnostics.md");

test.each(pages)("the estimated number of tokens of docs/%s differs by less than a tenth from the real one", (name) => {
  const found = ratio(readFileSync(join(root, "docs", name), "utf8"));
  expect(found).toBeGreaterThan(0.9);
  expect(found).toBeLessThan(1.1);
});

test.each([
  ["Japanese", "注文を検索します。結果はページごとに返されます。"],
  ["Chinese", "查询订单列表，支持分页。请提供用户标识。"],
  ["Korean", "주문을 검색합니다. 결과는 페이지별로 반환됩니다."],
  ["Russian", "Возвращает список заказов пользователя с постраничной навигацией."],
  ["German", "Gibt die Bestellungen eines Benutzers seitenweise zurück."],
  ["an identifier", "7b1e2c9a-44f0-4a5e-9d0e-1f2a3b4c5d6e"],
])("the estimated number of tokens is near the real one: %s", (_language, text) => {
  expect(ratio(text)).toBeGreaterThan(0.6);
  expect(ratio(text)).toBeLessThan(1.6);
});

test("an empty text has no tokens", () => {
  expect(estimateTokens("")).toBe(0);
});

test("an ASCII text has as many tokens as before a word in another script", () => {
  // The word is a piece of its own behind all but white space, and one token.
  const texts = fc
    .array(fc.constantFrom("Order", "get", "HTTPServer", " ", "_", "-", "42", "12345", "\n", "\r\n", "{", '"', "://", ".", "\t"))
    .map((words) => `${words.join("")}.`);
  fc.assert(
    fc.property(texts, (text) => estimateTokens(`${text} é`) === estimateTokens(text) + 1),
    { numRuns: 2000 },
  );
  for (const name of pages) {
    const text = `${readFileSync(join(root, "docs", name), "utf8")
      .replace(/[^\0-\x7f]/g, "")
      .trimEnd()}`;
    expect(estimateTokens(`${text} é`), name).toBe(estimateTokens(text) + 1);
  }
});
