import fc from "fast-check";

type Schema = { readonly [keyword: string]: unknown };

const names = fc.constantFrom("a", "b", "c d", "9", "__proto__", "$ref", "x-y", "n".repeat(70));

const scalar: fc.Arbitrary<Schema> = fc.oneof(
  fc.constantFrom<Schema>(
    { type: "string" },
    { type: "integer", minimum: 0 },
    { type: "number" },
    { type: "boolean" },
    { type: "null" },
    { type: ["string", "null"] },
    { type: ["integer", "boolean"] },
    { type: "string", minLength: 1, default: "x", description: "A text." },
    { type: "string", format: "date-time" },
    { enum: ["a", "b"] },
    { type: "integer", enum: [1, 2, 3] },
    { enum: ["a", 1, null, true] },
    { const: "k" },
    { const: 5, title: "Five" },
    { type: "string", enum: ["", "a"] },
    { type: "array" },
    { type: "object" },
    {},
    { description: "Anything." },
  ),
);

/** Schemas of all that documents write: maps, unions, intersections, references, circles. */
export const schemas: fc.Arbitrary<Schema> = fc
  .record({
    root: objectOf(part(3)),
    A: fc.oneof(objectOf(part(2)), part(1)),
    B: objectOf(part(1)),
  })
  .map(({ root, A, B }) => ({
    ...root,
    $defs: {
      A,
      B,
      Node: { type: "object", properties: { value: { type: "string" }, next: { $ref: "#/$defs/Node" } }, required: ["value"] },
    },
  }));

function part(depth: number): fc.Arbitrary<Schema> {
  if (depth === 0) return scalar;
  const below = part(depth - 1);
  return fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 3, arbitrary: objectOf(below) },
    { weight: 2, arbitrary: below.map((items) => ({ type: "array", items })) },
    { weight: 1, arbitrary: below.map((items) => ({ type: "array", items, minItems: 1 })) },
    { weight: 2, arbitrary: below.map((values) => ({ type: "object", additionalProperties: values })) },
    { weight: 1, arbitrary: fc.tuple(below, below).map(([a, b]) => ({ type: "array", prefixItems: [a, b], items: false })) },
    { weight: 2, arbitrary: fc.array(below, { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf, description: "Any." })) },
    { weight: 1, arbitrary: fc.array(below, { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })) },
    {
      weight: 1,
      arbitrary: fc.tuple(objectOf(below), objectOf(below)).map(([a, b]) => ({ allOf: [a, { ...b, additionalProperties: true }] })),
    },
    { weight: 1, arbitrary: objectOf(below).map((object) => ({ ...object, anyOf: [{ required: ["a"] }, { required: ["b"] }] })) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        { $ref: "#/$defs/A" },
        { $ref: "#/$defs/B", description: "B." },
        { $ref: "#/$defs/Node" },
        { allOf: [{ $ref: "#/$defs/B" }] },
      ),
    },
  );
}

function objectOf(member: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc
    .record({
      members: fc.uniqueArray(fc.tuple(names, member, fc.boolean()), { selector: ([name]) => name, maxLength: 4 }),
      others: fc.constantFrom({}, { additionalProperties: false }, { additionalProperties: { type: "string" } }),
    })
    .map(({ members, others }) => ({
      type: "object",
      properties: Object.fromEntries(members.map(([name, schema]) => [name, schema])),
      required: members.filter(([, , isRequired]) => isRequired).map(([name]) => name),
      ...others,
    }));
}
