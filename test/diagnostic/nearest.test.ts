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
])("the name nearest to %s among %j is %s", (name, candidates, expected) => {
  expect(nearest(name, candidates)).toBe(expected);
});

test("of two equally near names, the first one is suggested", () => {
  expect(nearest("cat", ["bat", "hat"])).toBe("bat");
});

// To compare names of this length whole would take longer than a test may.
test("names that are longer than usual are compared by their beginnings for a suggestion", () => {
  const long = "x".repeat(20_000);
  expect(nearest(`${long}y`, [`y${long}`, `${long}z`])).toBe(`${long}z`);
});
