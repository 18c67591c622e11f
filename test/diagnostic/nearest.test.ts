import { expect, test } from "vitest";
import { nearest } from "../../src/diagnostic/nearest.ts";

test.each([
  ["descripton", ["display", "description", "name"], "description"],
  ["Url", ["uri", "url"], "url"],
  ["opneApiSchema", ["openApiSchema"], "openApiSchema"],
  ["x", ["y", "abc"], "y"],
  ["zebra", ["description", "name"], undefined],
  ["get", [], undefined],
  ["issues/create", ["issues/delete", "issues/creat"], "issues/creat"],
])("%s among %j is %s", (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});

test("the first of two that are equally near is taken", () => {
  expect(nearest("cat", ["bat", "hat"])).toBe("bat");
});

test("ten thousand long candidates are compared quickly", () => {
  const candidates = Array.from({ length: 10_000 }, (_empty, index) => `repos/${index}/${"x".repeat(80)}`);
  const started = performance.now();
  nearest(`repos/y/${"y".repeat(80)}`, candidates);
  expect(performance.now() - started).toBeLessThan(2000);
});
