import { expect, test } from "vitest";
import { nameList } from "../../src/diagnostic/name-list.ts";
import { unresolvedPlaceholder } from "../../src/environment/codes.ts";
import { environmentNotChosen } from "../../src/environment/exchange-codes.ts";
import { noEnvironmentForCes } from "../../src/targets/ces/codes.ts";

test("a message shows ten of many names, and counts the others", () => {
  expect(nameList(["a", "b"])).toBe('"a", "b"');
  const names = Array.from({ length: 1223 }, (_empty, index) => `e${index}`);
  expect(nameList(names)).toMatch(/^"e0", .*"e9" and 1,213 more$/);
  expect(nameList(names.slice(0, 10), 11)).toMatch(/"e9" and 1 more$/);
});

test("messages about environments show at most ten names", () => {
  const environments = Array.from({ length: 12 }, (_empty, index) => `e${index}`);
  const field = { resource: "toolsets.shop", field: "openApiToolset.url" };
  expect([
    unresolvedPlaceholder.message({ ...field, environments }),
    environmentNotChosen.message({ names: environments }),
    noEnvironmentForCes.message({ toolset: "shop", requested: "", known: environments }),
  ]).toEqual([
    expect.stringMatching(/: "e0", .*"e9" and 2 more\.$/),
    expect.stringMatching(/: "e0", .*"e9" and 2 more\.$/),
    expect.stringMatching(/: "e0", .*"e9" and 2 more\.$/),
  ]);
});
