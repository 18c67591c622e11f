import { expect, test } from "vitest";
import { codeOwners } from "../../src/findings/code-owners.ts";
import { cpuTime } from "../cpu-time.ts";

test.each([
  ["* @all", "a/b.yaml", ["@all"]],
  ["/*.yaml @root", "a/b.yaml", []],
  ["/*.yaml @root", "b.yaml", ["@root"]],
  ["*.yaml @yaml", "a/b.yaml", ["@yaml"]],
  ["toolsets @any", "services/toolsets/shop.yaml", ["@any"]],
  ["toolsets/ @any", "services/toolsets/a/shop.yaml", ["@any"]],
  ["/toolsets/ @top", "services/toolsets/shop.yaml", []],
  ["/toolsets/ @top", "toolsets/a/shop.yaml", ["@top"]],
  ["services/toolsets @inner", "services/toolsets/shop.yaml", ["@inner"]],
  ["services/toolsets @inner", "a/services/toolsets/shop.yaml", []],
  ["docs/* @direct", "docs/a.md", ["@direct"]],
  ["docs/* @direct", "docs/a/b.md", []],
  ["**/logs @logs", "build/logs/a.txt", ["@logs"]],
  ["services/**/shop.yaml @deep", "services/a/b/shop.yaml", ["@deep"]],
  ["services/**/shop.yaml @deep", "services/shop.yaml", ["@deep"]],
  ["sho?.yaml @one", "shop.yaml", ["@one"]],
  ["my\\ folder/ @space", "my folder/a.yaml", ["@space"]],
])("by the CODEOWNERS %j, the owners of %s are %j", (text, path, owners) => {
  expect(codeOwners(text)(path)).toEqual(owners);
});

test("the last matching pattern of CODEOWNERS decides, also if it names no owner", () => {
  const owners = codeOwners("# All files\n* @all\n\n*.yaml @yaml mail@example.com # who writes them\n/vendor/\n");
  expect(owners("a.md")).toEqual(["@all"]);
  expect(owners("a.yaml")).toEqual(["@yaml", "mail@example.com"]);
  expect(owners("vendor/a.yaml")).toEqual([]);
});

test("the owners of a GitLab section are those of its patterns without an owner", () => {
  const owners = codeOwners("* @all\n[Tools][2] @group/tools @@maintainer\n/toolsets/\n^[Documents]\ndocs/ @docs\n");
  expect(owners("toolsets/shop.yaml")).toEqual(["@group/tools", "@@maintainer"]);
  expect(owners("docs/a.md")).toEqual(["@docs"]);
});

test("only names of owners are read from CODEOWNERS, and no pattern takes long", () => {
  expect(codeOwners("* @a <img> [link](https://example.com) @b/c")("x")).toEqual(["@a", "@b/c"]);
  const slow = codeOwners(`${"*a".repeat(2000)}b @slow\n${"**/a/".repeat(2000)}b @slow\n`);
  expect(cpuTime(() => slow(`${"a".repeat(2000)}/${"a/".repeat(2000)}c`), 3000)).toBeLessThan(3000);
});
