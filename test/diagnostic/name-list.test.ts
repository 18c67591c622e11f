import { expect, test } from "vitest";
import { nameList } from "../../src/diagnostic/name-list.ts";

test("ten names are shown, and the others counted", () => {
  expect(nameList(["a", "b"])).toBe('"a", "b"');
  const names = Array.from({ length: 1223 }, (_empty, index) => `e${index}`);
  expect(nameList(names)).toMatch(/^"e0", .*"e9" and 1,213 more$/);
  expect(nameList(names.slice(0, 10), 11)).toMatch(/"e9" and 1 more$/);
});
