import { expect, test } from "vitest";
import { urisIn } from "../../src/findings/without-unused.ts";

test("references are found in arrays with more items than a function can have arguments", () => {
  const wide = [...Array(300_000).keys(), { $ref: "#/a" }];
  expect([...urisIn({ example: wide, mapping: { b: "#/b" } })].sort()).toEqual(["#/a", "#/b"]);
});
