import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Direction, SchemaPlace } from "../../src/schema/convert/converted.ts";
import { annotations } from "../../src/schema/keywords.ts";
import { createPatternChecker } from "../../src/schema/patterns/pattern.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../src/source/json/json.ts";
import { parseTree } from "../../src/source/parse-tree.ts";
import { type Path, parsePointer, pointerOf, valueAt } from "../../src/source/tree.ts";
import { documentsNamed, hasCorpus, openApiDocuments } from "../corpus/corpus.ts";
import { type Collected, collect, libraryOf, load } from "./collect.ts";
import { judgeOf } from "./oracle.ts";
import { mutated, randomOf, valueFor } from "./values.ts";

const isFull = process.env.ORACLE === "1";
const sample = [
  "alternatives.yaml",
  "bodies.yaml",
  "circular.yaml",
  "json-schema.yaml",
  "names.yaml",
  "swagger-2.yaml",
  "values-as-text.yaml",
  "yaml-forms.yaml",
  "discord.json",
  "paypal-orders.json",
  "asana.yaml",
  "slack-swagger2.json",
  "hey-3.1.x-circular.yaml",
  "rm-3.1-schema-types.json",
];

/** The oracle takes a name in these for a percent-encoding, and cannot come to the schemas. */
const unjudged = ["hey-3.0.x-full.yaml", "hey-3.1.x-full.yaml"];

/**
 * Where source and result may differ, and why. The source is brought to the same reading before it is asked.
 *
 * - `x-nullable` in OpenAPI 2.0, which is an extension, is `nullable`.
 * - `nullable` beside an enum, a reference or a combination, or alone in a part of `allOf`: OpenAPI 3.0.3 says that it then allows nothing
 *   more; authors mean null. So they do where it is alone in an alternative, which by the letter accepts everything.
 * - Keywords whose value no version of the standard allows (`enum: []`, `required: true`, `exclusiveMinimum: true` in 3.1):
 *   the standard gives them no meaning, and the library says what it made of them.
 * - Patterns that no engine should run, or that are not ECMA-262: they are left out with a warning.
 * - `$recursiveRef` in OpenAPI 3.1: the 2019-09 keyword is followed, as the schema is useless without.
 * - Members that leave and objects that open (the direction's own work): there one way is held, that what the source
 *   accepts is accepted. Of an input, this is asked for values without the members that leave.
 * - A `$schema` that the oracle does not know, and keywords that OpenAPI 3.0 does not have: neither asserts anything.
 * - `oneOf` beside a discriminator, or of alternatives that overlap: see `discriminated` and `overlappingIn`.
 * - Closed parts of one object that reject each other's members: the members of all parts are accepted, so one way is held.
 * - References that never come to a value: no validator ends with them.
 */
const tally = { exact: 0, oneWay: 0, accepted: 0, schemas: 0, endless: 0, documents: 0 };

describe("converted schemas accept and reject the same values as their sources", () => {
  const documents = isFull ? openApiDocuments.filter(({ file }) => !unjudged.includes(file)) : documentsNamed(sample);
  test.each(documents)("in $file", { timeout: 170_000 }, async (document) => {
    const tree = load(document);
    if (tree.data === undefined) return; // Its text is refused, which is tested elsewhere.
    expect(await disagreements(collect(tree), isFull ? 12 : 3)).toEqual([]);
    tally.documents++;
  });

  test("in random cases", { timeout: 170_000 }, async () => {
    const found: string[] = [];
    await fc.assert(
      fc.asyncProperty(randomDocument, fc.constantFrom(...dialects), async (schemas, dialect) => {
        const written = withoutForeign(schemas, dialect);
        const data =
          dialect === "openapi-2.0"
            ? { swagger: "2.0", definitions: written }
            : { openapi: dialect === "openapi-3.0" ? "3.0.0" : "3.1.0", components: { schemas: written } };
        const collected = collect(parseTree({ path: "random.json", text: JSON.stringify(data) }));
        if (isEndless(collected)) return true; // The oracle would exhaust the stack.
        found.push(...(await disagreements(collected, 4)));
        return found.length === 0;
      }),
      { numRuns: isFull ? 1500 : 500, seed: 20 },
    );
    expect(found).toEqual([]);
  });

  // Not a test of its own, which could come before the others.
  afterAll(() => {
    console.log("oracle:", JSON.stringify(tally));
    expect(tally.exact + tally.oneWay).toBeGreaterThan(!hasCorpus ? 1_000 : isFull ? 100_000 : 4_000);
    expect(tally.accepted).toBeGreaterThan((tally.exact + tally.oneWay) / 10);
  });
});

function isEndless(collected: Collected): boolean {
  const library = libraryOf(collected);
  library.shared(collected.named.flatMap(({ place }) => library.convert(place, "input").uses));
  return library.diagnostics().some(({ code }) => code === "endless-reference");
}

async function disagreements(collected: Collected, rounds: number): Promise<string[]> {
  const { tree, dialect, named } = collected;
  if (dialect === "ces") return [];
  const library = libraryOf(collected);
  const sound = named.filter(({ place }) => library.convert(place, "input").broken.length === 0);
  if (sound.length === 0) return [];
  const readsAsOne = readsSomeAsOneObject(collected);
  const source = readAlike(tree.data ?? null, { dialect, path: [], root: tree.data ?? null, overlapping: overlappingIn(collected) });
  const paths = sound.map(({ place }) => place.path);
  const judgeSource = await judgeOf(source, paths, dialect).catch((error: unknown) => {
    if (error instanceof RangeError) return undefined;
    throw error;
  });
  if (judgeSource === undefined) {
    tally.endless++;
    return [];
  }
  const found: string[] = [];

  for (const direction of ["input", "output"] as const) {
    const uses = sound.map(({ place }) => library.convert(place, direction));
    const shared = library.shared(uses.flatMap((use) => use.uses));
    const $defs = Object.fromEntries([...shared].map(([name, { json }]) => [name, json]));
    const emitted = { $defs, roots: uses.map((use) => use.schema.json) };
    const judgeEmitted = await judgeOf(
      emitted,
      emitted.roots.map((_, index) => ["roots", index]),
      "2020-12",
    );
    const followEmitted = (reference: string) => $defs[reference.slice("#/$defs/".length)];
    const followSource = (reference: string) =>
      reference.startsWith("#") ? valueAt({ ...tree, data: source }, parsePointer(decodeURIComponent(reference.slice(1)))) : undefined;

    sound.forEach(({ key, place }, index) => {
      const isExact = !isRewritten(place, collected, direction) && !(direction === "input" && readsAsOne);
      const random = randomOf(index * 7919 + key.length);
      const written = valueAt({ ...tree, data: source }, place.path);
      tally.schemas++;
      for (let round = 0; round < rounds; round++) {
        // What leaves an input is in the source's values; of those nothing is promised.
        const fromSource = isExact && round % 2 === 0;
        const value = fromSource ? valueFor(written, followSource, random) : valueFor(emitted.roots[index], followEmitted, random);
        for (const each of [value, mutated(value, random), mutated(mutated(value, random), random)]) {
          const before = judgeSource(place.path, each);
          const after = judgeEmitted(["roots", index], each);
          if (before === "has-no-end" || after === "has-no-end") {
            tally.endless++;
            continue;
          }
          if (isExact) tally.exact++;
          else tally.oneWay++;
          if (before === "accepts") tally.accepted++;
          const isAlike = before === after || (!isExact && before === "refuses");
          if (!isAlike && found.length < 5) found.push(`${key} (${direction}) ${before} before, ${after} after: ${JSON.stringify(each)}`);
        }
      }
    });
  }
  return found;
}

/** The lists of `oneOf` that are read as `anyOf`; test/schema/alternatives.test.ts holds that their alternatives do overlap. */
function overlappingIn(collected: Collected): ReadonlySet<string> {
  const library = libraryOf(collected);
  for (const direction of ["input", "output"] as const)
    library.shared(collected.named.flatMap(({ place }) => library.convert(place, direction).uses));
  const found = library.diagnostics().filter(({ code }) => code === "overlapping-alternatives");
  return new Set(found.flatMap(({ place }) => ("path" in place ? [pointerOf(place.path)] : [])));
}

function readsSomeAsOneObject(collected: Collected): boolean {
  const library = libraryOf(collected);
  library.shared(collected.named.flatMap(({ place }) => library.convert(place, "input").uses));
  return library.diagnostics().some(({ code }) => code === "closed-part");
}

/** Whether the direction changes something in what a schema reaches, found by looking at the source alone. */
function isRewritten(place: SchemaPlace, { tree, follow }: Collected, direction: Direction): boolean {
  const seen = new Set<string>();
  const walk = (node: Json, path: (string | number)[]): boolean => {
    if (isArray(node)) return node.some((item, index) => walk(item, [...path, index]));
    if (!isObject(node)) return false;
    if (
      direction === "input"
        ? node.readOnly === true
        : node.writeOnly === true || node.additionalProperties === false || node.unevaluatedProperties === false
    )
      return true;
    if (typeof node.$ref === "string") {
      const target = follow({ tree, path });
      if (target === undefined) return false;
      const pointer = pointerOf(target.path);
      if (seen.has(pointer)) return false;
      seen.add(pointer);
      if (walk(valueAt(tree, target.path) ?? null, [...target.path])) return true;
    }
    return Object.keys(node).some((key) => walk(node[key] ?? null, [...path, key]));
  };
  return walk(valueAt(tree, place.path) ?? null, [...place.path]);
}

const dialects = ["openapi-2.0", "openapi-3.0", "openapi-3.1"] as const;

const property = fc.constantFrom("a", "b", "c");
const { schema: randomSchema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ type: fc.constantFrom("string", "integer", "boolean", "number", "object", "array") }),
    fc.record({ $ref: fc.constantFrom("A", "B", "C") }),
    fc.record(
      {
        type: fc.constantFrom("integer", "number"),
        minimum: fc.integer({ min: -3, max: 3 }),
        exclusiveMinimum: fc.boolean(),
        nullable: fc.boolean(),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("string"),
        enum: fc.subarray(["a", "b", "0"], { minLength: 1 }),
        nullable: fc.boolean(),
        example: fc.constant("x"),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.nat(5), pattern: fc.constantFrom("^a", "\\-", "[0-9]$") },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("object"),
        properties: fc.dictionary(property, tie("schema"), { maxKeys: 3 }),
        required: fc.uniqueArray(property, { minLength: 1, maxLength: 3 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        nullable: fc.boolean(),
        readOnly: fc.boolean(),
      },
      { requiredKeys: ["properties"] },
    ),
    fc.record(
      { type: fc.constant("array"), items: tie("schema"), minItems: fc.nat(2), uniqueItems: fc.boolean() },
      { requiredKeys: ["type", "items"] },
    ),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), nullable: fc.boolean() }, { requiredKeys: ["oneOf"] }),
    fc.record(
      { anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }), allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) },
      { requiredKeys: ["anyOf"] },
    ),
    fc.record({ not: tie("schema"), type: fc.constant("object") }, { requiredKeys: ["not"] }),
  ) as fc.Arbitrary<Json>, // Records of JSON are JSON; their types are too many for the compiler.
}));
const randomDocument = fc.record({ A: randomSchema, B: randomSchema, C: randomSchema });

/** Random schemas, without what the dialect does not have, and with references to where its schemas stand. */
function withoutForeign(node: Json, dialect: (typeof dialects)[number]): Json {
  if (isArray(node)) return node.map((item) => withoutForeign(item, dialect));
  if (!isObject(node)) return node;
  const entries = Object.entries(node).flatMap(([key, value]): [string, Json][] => {
    if (key === "$ref") return [[key, `${dialect === "openapi-2.0" ? "#/definitions" : "#/components/schemas"}/${value}`]];
    if (dialect === "openapi-3.1" && (key === "nullable" || key === "exclusiveMinimum")) return [];
    // In draft-04, one bound needs the other.
    if (key === "exclusiveMinimum" && node.minimum === undefined) return [];
    return [[key, withoutForeign(value, dialect)]];
  });
  return Object.fromEntries(entries);
}

const judgePattern = createPatternChecker();

interface Reading {
  readonly dialect: string;
  readonly path: readonly string[];
  readonly root: Json;
  readonly overlapping: ReadonlySet<string>;
}

/** The source, with what the list above names read as the library reads it. */
function readAlike(node: Json, from: Reading): Json {
  if (isArray(node)) return node.map((item, index) => readAlike(item, { ...from, path: [...from.path, String(index)] }));
  if (!isObject(node)) return node;
  const entries = Object.entries(discriminated(withoutLoneNullable(node), from)).map(([key, value]): [string, Json] => {
    const isData = key === "enum" || key === "const" || key === "default";
    return [key, isData ? value : readAlike(value, { ...from, path: [...from.path, key] })];
  });
  const schema: { [key: string]: Json } = Object.fromEntries(entries);
  if (from.overlapping.has(pointerOf([...from.path, "oneOf"])) && schema.oneOf !== undefined) {
    schema.allOf = [...(isArray(schema.allOf) ? schema.allOf : []), { anyOf: schema.oneOf }];
    delete schema.oneOf;
  }
  // An example with a member `id` or `$ref` would be one more schema to the oracle.
  if (from.dialect === "openapi-2.0" && from.path.at(-1) !== "properties") {
    delete schema.example;
    delete schema.examples;
  }
  if (typeof schema.$schema === "string") delete schema.$schema;
  if (from.dialect === "openapi-3.0" && typeof schema.type === "string" && typeof schema.name === "string") delete schema.name;
  if (schema.$recursiveRef === "#") {
    schema.$ref = `#${pointerOf(from.path.slice(0, 3))}`; // The named schema, which has the anchor.
    delete schema.$recursiveRef;
  }
  if (typeof schema.pattern === "string") {
    const verdict = judgePattern(schema.pattern);
    if (verdict.kind === "safe") schema.pattern = verdict.pattern;
    else delete schema.pattern;
  }
  if (isArray(schema.enum) && schema.enum.length === 0) delete schema.enum;
  if (typeof schema.required === "boolean") delete schema.required;
  if (isObject(schema.properties)) {
    const original = member(node, "properties");
    const demanded = Object.keys(schema.properties).filter((name) => member(member(original, name), "required") === true);
    if (demanded.length > 0) schema.required = [...(isArray(schema.required) ? schema.required : []), ...demanded];
  }
  if (from.dialect === "openapi-2.0" && schema["x-nullable"] === true) schema.nullable = true;
  if (from.dialect === "openapi-3.1") {
    if (schema.exclusiveMinimum === true) {
      schema.exclusiveMinimum = schema.minimum ?? 0;
      delete schema.minimum;
    } else if (schema.exclusiveMinimum === false) delete schema.exclusiveMinimum;
  } else if (schema.nullable === true && !isPlainlyNullable(schema)) {
    const { nullable, ...rest } = schema;
    return { anyOf: [rest, { enum: [null] }] };
  } else if (schema.nullable === true && from.dialect === "openapi-2.0") {
    schema.type = [schema.type ?? "null", "null"];
  }
  return schema;
}

/** `oneOf` as its discriminator means it: the alternatives whose property lists no values have the values that lead to them. */
function discriminated(node: JsonObject, { root }: Reading): JsonObject {
  const property = member(node.discriminator, "propertyName") ?? node.discriminator;
  if (!isArray(node.oneOf) || typeof property !== "string") return node;
  const follow = (schema: Json | undefined): Json | undefined => {
    const reference = member(schema, "$ref");
    return typeof reference === "string" ? valueIn(root, parsePointer(decodeURIComponent(reference.slice(1)))) : schema;
  };
  const listed = (schema: Json | undefined): Json | undefined => {
    const target = follow(schema);
    const own = follow(member(member(target, "properties"), property));
    const parts = member(target, "allOf");
    const alternatives = member(target, "oneOf") ?? member(target, "anyOf");
    return (
      valuesOf(own) ??
      (isArray(parts) ? parts.map(listed).find((found) => found !== undefined) : undefined) ??
      (isArray(alternatives) && alternatives.every((each) => listed(each) !== undefined) ? alternatives : undefined)
    );
  };
  const mapping = Object.entries(member(node.discriminator, "mapping") ?? {});
  const oneOf = node.oneOf.map((branch): Json => {
    const reference = member(branch, "$ref");
    if (typeof reference !== "string" || listed(branch) !== undefined) return branch;
    const names = mapping.filter(([, to]) => to === reference).map(([name]) => name);
    const values = names.length > 0 ? names : [reference.slice(reference.lastIndexOf("/") + 1)];
    return { allOf: [branch, { properties: { [property]: { enum: values } }, required: [property] }] };
  });
  return { ...node, oneOf };
}

/** The values that a schema lists, also in alternatives, such as an `enum` or null. */
function valuesOf(schema: Json | undefined): Json | undefined {
  const alternatives = member(schema, "oneOf") ?? member(schema, "anyOf");
  const listsAll = isArray(alternatives) && alternatives.every((each) => valuesOf(each) !== undefined || member(each, "type") === "null");
  return member(schema, "enum") ?? member(schema, "const") ?? (listsAll ? alternatives : undefined);
}

function valueIn(root: Json, path: Path): Json | undefined {
  return path.reduce<Json | undefined>((node, step) => (isArray(node) ? node[Number(step)] : member(node, String(step))), root);
}

/**
 * The schema without parts that say nothing but `nullable`: in its `allOf`, authors mean the whole, and as an alternative, null. The parts
 * stay, so that no index changes.
 */
function withoutLoneNullable(node: JsonObject): JsonObject {
  const isLone = (part: Json) =>
    isObject(part) && part.nullable === true && Object.keys(part).every((key) => key === "nullable" || annotations.has(key));
  const meanings: { readonly [keyword: string]: Json } = { allOf: {}, anyOf: { enum: [null] }, oneOf: { enum: [null] } };
  const entries = Object.entries(node).map(([key, value]): [string, Json] => {
    const meaning = meanings[key];
    return [key, meaning !== undefined && isArray(value) ? value.map((part) => (isLone(part) ? meaning : part)) : value];
  });
  const { allOf } = node;
  return { ...Object.fromEntries(entries), ...(isArray(allOf) && allOf.some(isLone) ? { nullable: true } : {}) };
}

/** Where the oracle and authors agree on `nullable`: beside a type and nothing that would refuse null. */
function isPlainlyNullable(schema: JsonObject): boolean {
  const refusing = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const", "enum"];
  return typeof schema.type === "string" && refusing.every((keyword) => schema[keyword] === undefined);
}
