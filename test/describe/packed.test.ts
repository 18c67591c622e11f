import { expect, test } from "vitest";
import { createPacker, createUnpacker } from "../../src/describe/catalog/packed.ts";

const values: readonly (readonly [name: string, value: unknown])[] = [
  ["texts, numbers, constants", ["", "a", "1", 1, -1, 0.5, true, false, null]],
  ["empty ones", [[], {}, [[]], [{}]]],
  ["numbers that look like positions", [-1, [-1], [-1, 0], { "-1": -1 }]],
  ["members with the names of prototypes", JSON.parse('{"__proto__": {"__proto__": 1}, "constructor": "b", "toString": 2}')],
  [
    "keys in two orders",
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
  ],
  ["the same under several keys", { a: [1, "x"], b: [1, "x"], c: { d: [1, "x"] } }],
];

test.each(values)("packed data are read as they were: %s", (_name, value) => {
  const { add, values: packed } = createPacker();
  const other = add("before");
  const position = add(value);
  const read = createUnpacker(JSON.parse(JSON.stringify(packed)));
  expect(JSON.stringify(read(position))).toBe(JSON.stringify(value));
  expect(read(other)).toBe("before");
});

test("a value stands once, and is read as one object", () => {
  const { add, values: packed } = createPacker();
  const tools = Array.from({ length: 100 }, (_item, number) => ({ number, input: { owner: "Who owns it.", missing: undefined } }));
  const position = add(tools);
  expect(JSON.stringify(packed).match(/Who owns it/g)).toHaveLength(1);
  expect(JSON.stringify(packed)).not.toContain("missing");
  const read = createUnpacker(packed)(position) as typeof tools; // It is what was added.
  expect(read[99]).toEqual({ number: 99, input: { owner: "Who owns it." } });
  expect(read[99]?.input).toBe(read[0]?.input);
});
