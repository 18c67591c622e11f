import { afterEach, expect, test, vi } from "vitest";
import { project } from "../../../src/runtime/projection/convert/project.ts";
import { profiles } from "../../../src/runtime/projection/limits/profile.ts";
import type { ProfileName } from "../../../src/runtime/projection/limits/provider-limits.ts";
import type { SchemaObject } from "../../../src/runtime/projection/schema.ts";
import { isLong, pairsOf } from "../../long.ts";

// A schema of twice the size takes twice the steps. Each of these took the square of its size, or all paths through it.
const names = Object.keys(profiles) as ProfileName[]; // A Record's keys.

const documents: { readonly [what: string]: (size: number) => SchemaObject } = {
  "shared schemas that many paths lead to": (size) => {
    // Two references from each to the next: the number of paths is two to the power of the size.
    const next = (index: number) => (index + 1 < size ? { $ref: `#/$defs/S${index + 1}` } : { type: "string" });
    return rootOf({ $ref: "#/$defs/S0" }, size, (index) => ({ type: "object", properties: { a: next(index), b: next(index) } }));
  },
  "shared schemas that require the next": (size) =>
    rootOf({ $ref: "#/$defs/S0" }, size, (index) => ({
      type: "object",
      properties: index + 1 < size ? { a: { $ref: `#/$defs/S${index + 1}` } } : {},
      required: index + 1 < size ? ["a"] : [],
      additionalProperties: false,
    })),
  "shared schemas that all refer to the last": (size) =>
    rootOf({ type: "array", items: { anyOf: references(size) } }, size, (index) => ({
      type: "object",
      properties: { kind: { const: `k${index}` }, last: { $ref: `#/$defs/S${size - 1}` } },
      required: ["kind"],
      additionalProperties: false,
    })),
  "a union that constants tell apart": (size) =>
    rootOf({ oneOf: Array.from({ length: size }, (_, index) => variant({ kind: { const: `k${index}` } })) }, 0),
  "a union that nothing tells apart": (size) =>
    rootOf({ oneOf: Array.from({ length: size }, (_, index) => variant({ kind: { type: "string", maxLength: index } })) }, 0),
  "unions of objects and maps": (size) =>
    rootOf({ anyOf: Array.from({ length: size }, (_, index) => ({ type: "object", additionalProperties: { const: index } })) }, 0),
  "optional unions that lead to each other": (size) =>
    rootOf({ $ref: "#/$defs/S0" }, size, (index) =>
      index + 1 < size
        ? { anyOf: [{ $ref: `#/$defs/S${index + 1}` }, { allOf: [{ $ref: `#/$defs/S${index + 1}` }], description: "The same." }] }
        : { type: "string" },
    ),
  "an intersection of enums": (size) => {
    const values = (from: number) => Array.from({ length: size }, (_, index) => `v${from + index}`);
    return rootOf({ allOf: [{ type: "string", enum: values(0) }, { enum: values(1) }] }, 0);
  },
};

function rootOf(body: SchemaObject, shared: number, schema: (index: number) => SchemaObject = () => ({})): SchemaObject {
  const definitions = Array.from({ length: shared }, (_, index): [string, SchemaObject] => [`S${index}`, schema(index)]);
  return { type: "object", properties: { body }, additionalProperties: false, $defs: Object.fromEntries(definitions) };
}

function references(count: number): SchemaObject[] {
  return Array.from({ length: count }, (_, index) => ({ $ref: `#/$defs/S${index}` }));
}

function variant(properties: { readonly [name: string]: SchemaObject }): SchemaObject {
  return { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
}

const { entries, keys, values } = Object;
const { isArray } = Array;

afterEach(() => {
  vi.restoreAllMocks();
});

/** The values that are looked at while a schema is projected, and the members that are listed. */
function steps(schema: SchemaObject, name: ProfileName): number {
  let count = 0;
  const listed = <Item>(items: Item[]): Item[] => {
    count += 1 + items.length;
    return items;
  };
  vi.spyOn(Object, "entries").mockImplementation((value: object) => listed(entries(value)));
  vi.spyOn(Object, "keys").mockImplementation((value: object) => listed(keys(value)));
  vi.spyOn(Object, "values").mockImplementation((value: object) => listed(values(value)));
  vi.spyOn(Array, "isArray").mockImplementation((value: unknown): value is unknown[] => {
    count += 1;
    return isArray(value);
  });
  project(schema, name);
  vi.restoreAllMocks();
  return count;
}

test.each(pairsOf(names, Object.keys(documents)))("a schema is fitted to a provider in linear time: %s: %s", (name, what) => {
  const document = documents[what];
  if (document === undefined) throw new Error(`no document ${what}`);
  const [once, twice] = [steps(document(100), name), steps(document(200), name)];
  expect(once).toBeGreaterThan(10);
  expect(twice / once).toBeLessThan(2.3);
});

const large: { readonly [what: string]: (values: readonly string[]) => SchemaObject } = {
  "an enum": (values) => ({ type: "object", properties: { a: { type: "string", enum: values } } }),
  "an object": (values) => ({ type: "object", properties: Object.fromEntries(values.map((each) => [each, {}])) }),
};

// More than a call can have arguments.
test.each(pairsOf(isLong ? names : names.slice(0, 1), Object.keys(large)))(
  "a schema is fitted to a provider in linear time: %s: %s of 130,000 entries",
  (name, what) => {
    const schema = large[what]?.(Array.from({ length: 130_000 }, (_, index) => `v${index}`)) ?? {};
    expect(project(schema, name).profile).toBe(name);
  },
);
