import { afterEach, expect, test, vi } from "vitest";
import { renameMembers } from "../../../src/runtime/projection/convert/rename-members.ts";
import { longestName } from "../../../src/runtime/projection/limits/provider-limits.ts";

const allowed = new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${longestName - 1}}$`);

afterEach(() => {
  vi.restoreAllMocks();
});

function similar(count: number) {
  const names = Array.from({ length: count }, (_, index) => "x".repeat(longestName) + index);
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])) };
}

test("similar names of members become different names that the provider accepts", () => {
  const renamed = [...renameMembers({ ...similar(20), required: ["a b", "a_b", "1", "é"] }, allowed)];
  expect(renamed).toHaveLength(23);
  const given = renamed.map(([, name]) => name);
  expect(new Set([...given, "a_b"]).size).toBe(24);
  expect(given.filter((name) => !allowed.test(name))).toEqual([]);
});

test("a thousand similar names of members are renamed in linear time", () => {
  const lookups = vi.spyOn(Set.prototype, "has");
  renameMembers(similar(1_000), allowed);
  expect(lookups.mock.calls.length).toBeLessThan(10_000);
});
