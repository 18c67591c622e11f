import fc from "fast-check";
import { expect, test } from "vitest";
import { assignNames } from "../../src/source/text/assign-names.ts";
import { sha256 } from "../../src/source/text/hash.ts";

const requested = fc.uniqueArray(
  fc.record({
    id: fc.string({ maxLength: 3 }),
    name: fc.oneof(
      fc.constantFrom("a", "A", "b", "B_1", "get".repeat(30), `${"get".repeat(30)}x`),
      fc.string({ maxLength: 80, unit: fc.constantFrom("a", "B", "_") }),
    ),
  }),
  {
    selector: ({ id }) => id,
  },
);

test("assigned names are unique without regard to case, short, and not taken", () => {
  fc.assert(
    fc.property(requested, fc.array(fc.constantFrom("a", "b", "c")), (list, taken) => {
      const names = assignNames(list, taken);
      expect([...names.keys()]).toEqual(list.map(({ id }) => id));
      const lower = [...names.values()].map((name) => name.toLowerCase());
      expect(new Set([...lower, ...taken]).size).toBe(lower.length + new Set(taken).size);
      for (const name of names.values()) expect(name.length).toBeLessThanOrEqual(64);
    }),
  );
});

test("the order does not change assigned names, and a unique name stays", () => {
  fc.assert(
    fc.property(requested, (list) => {
      const names = assignNames(list);
      for (const [id, name] of assignNames([...list].reverse())) expect(names.get(id)).toBe(name);
      for (const { id, name } of list) {
        const alike = list.filter((other) => other.name.toLowerCase() === name.toLowerCase());
        if (alike.length === 1 && name.length <= 64 && !/_[\da-f]{8}$/.test(name)) expect(names.get(id)).toBe(name);
      }
    }),
  );
});

test("assigned names that conflict all get a suffix that is made from their id", () => {
  const suffix = (id: string) => sha256(id).slice(0, 8);
  expect([
    ...assignNames(
      [
        { id: "1", name: "get" },
        { id: "2", name: "GET" },
        { id: "3", name: "put" },
        { id: "4", name: "x" },
      ],
      ["X"],
    ),
  ]).toEqual([
    ["1", `get_${suffix("1")}`],
    ["2", `GET_${suffix("2")}`],
    ["3", "put"],
    ["4", `x_${suffix("4")}`],
  ]);
});

test("an authored name that equals an assigned one gets a suffix", () => {
  const minted = `get_${sha256("1").slice(0, 8)}`;
  const names = assignNames([
    { id: "1", name: "get" },
    { id: "2", name: "get" },
    { id: "3", name: minted },
  ]);
  expect(names.get("1")).toBe(minted);
  expect(names.get("3")).toBe(`${minted}_${sha256("3").slice(0, 8)}`);
  expect(assignNames([{ id: "3", name: minted }]).get("3")).toBe(minted);
});

// To compare each with each would take longer than a test may.
test("names are assigned to several hundred thousand items", () => {
  const many = Array.from({ length: 300_000 }, (_empty, index) => ({ id: String(index), name: `name${index % 290_000}` }));
  expect(assignNames(many).size).toBe(300_000);
});

test("the suffix of an assigned name is longer if the short one makes an existing name", () => {
  const requests = ["1", "2"].map((id) => ({ id, name: "a" }));
  const assigned = assignNames(requests, [`a_${sha256("1").slice(0, 8)}`]);
  expect([...assigned.values()]).toEqual(["1", "2"].map((id) => `a_${sha256(id).slice(0, 32)}`));
});
