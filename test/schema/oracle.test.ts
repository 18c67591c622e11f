import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Direction, SchemaPlace } from "../../src/schema/library.ts";
import { createJudge } from "../../src/schema/pattern.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../src/source/json.ts";
import { parsePointer, pointerOf, valueAt } from "../../src/source/tree.ts";
import { corpus, hasCorpus } from "../corpus.ts";
import { type Collected, collect, libraryOf, load } from "./collect.ts";
import { judgeOf } from "./oracle.ts";
import { mutated, randomOf, valueFor } from "./values.ts";

const isFull = process.env.ORACLE === "1";
const sample = [
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
 * - `nullable` beside an enum, a reference or a combination: OpenAPI 3.0.3 says that it then allows nothing more; authors mean null.
 * - Keywords whose value no version of the standard allows (`enum: []`, `required: true`, `exclusiveMinimum: true` in 3.1):
 *   the standard gives them no meaning, and the library says what it made of them.
 * - Patterns that no engine should run, or that are not ECMA-262: they are left out with a warning.
 * - `$recursiveRef` in OpenAPI 3.1: the 2019-09 keyword is followed, as the schema is useless without.
 * - Members that leave and objects that open (the direction's own work): there one way is held, that what the source
 *   accepts is accepted. Of an input, this is asked for values without the members that leave.
 * - A `$schema` that the oracle does not know, and keywords that OpenAPI 3.0 does not have: neither asserts anything.
 * - References that never come to a value: no validator ends with them.
 */
const tally = { exact: 0, oneWay: 0, accepted: 0, schemas: 0, endless: 0, documents: 0 };

describe.skipIf(!hasCorpus)("emitted schemas accept and refuse what the source does", () => {
  const names = isFull ? readdirSync(corpus("openapi")).filter((name) => name !== "INDEX.tsv" && !unjudged.includes(name)) : sample;
  test.each(names)("%s", { timeout: 170_000 }, async (name) => {
    const tree = load(name);
    if (tree.data === undefined) return; // Its text is refused, which is tested elsewhere.
    expect(await disagreements(collect(tree), isFull ? 12 : 3)).toEqual([]);
    tally.documents++;
  });

  test("enough was asked", () => {
    console.log("oracle:", JSON.stringify(tally));
    expect(tally.exact + tally.oneWay).toBeGreaterThan(isFull ? 100_000 : 4_000);
    expect(tally.accepted).toBeGreaterThan((tally.exact + tally.oneWay) / 10);
  });
});

async function disagreements(collected: Collected, rounds: number): Promise<string[]> {
  const { tree, dialect, named } = collected;
  if (dialect === "ces") return [];
  const library = libraryOf(collected);
  const sound = named.filter(({ place }) => library.convert(place, "input").broken.length === 0);
  if (sound.length === 0) return [];
  const source = readAlike(tree.data ?? null, { dialect, path: [] });
  const judgeSource = await judgeOf(
    source,
    sound.map(({ place }) => place.path),
    dialect,
  );
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
      const isExact = !isRewritten(place, collected, direction);
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

const judgePattern = createJudge();

/** The source, with what the list above names read as the library reads it. */
function readAlike(node: Json, from: { readonly dialect: string; readonly path: readonly string[] }): Json {
  if (isArray(node)) return node.map((item) => readAlike(item, from));
  if (!isObject(node)) return node;
  const entries = Object.entries(node).map(([key, value]): [string, Json] => {
    const isData = key === "enum" || key === "const" || key === "default";
    return [key, isData ? value : readAlike(value, { dialect: from.dialect, path: [...from.path, key] })];
  });
  const schema: { [key: string]: Json } = Object.fromEntries(entries);
  // An example with a member `id` or `$ref` would be one more schema to the oracle.
  if (from.path.at(-1) !== "properties") {
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
    if (verdict.kind === "sound") schema.pattern = verdict.pattern;
    else delete schema.pattern;
  }
  if (isArray(schema.enum) && schema.enum.length === 0) delete schema.enum;
  if (typeof schema.required === "boolean") delete schema.required;
  if (isObject(schema.properties)) {
    const original = member(node, "properties");
    const demanded = Object.keys(schema.properties).filter((name) => member(member(original, name), "required") === true);
    if (demanded.length > 0) schema.required = [...(isArray(schema.required) ? schema.required : []), ...demanded];
  }
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

/** Where the oracle and authors agree on `nullable`: beside a type and nothing that would refuse null. */
function isPlainlyNullable(schema: JsonObject): boolean {
  const refusing = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const", "enum"];
  return typeof schema.type === "string" && refusing.every((keyword) => schema[keyword] === undefined);
}
