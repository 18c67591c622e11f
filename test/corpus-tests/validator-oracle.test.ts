import { Validator } from "@cfworker/json-schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { analyze } from "../../src/compile.ts";
import { createHost } from "../../src/host/disk.ts";
import { createMatcher } from "../../src/runtime/schema/validate.ts";
import { selfContained } from "../../src/schema/closure.ts";
import { isObject, type Json, type JsonObject } from "../../src/source/json/json.ts";
import { optionsOf } from "../compile-texts.ts";
import { openApiDocuments } from "../corpus/corpus.ts";
import { isLong } from "../long.ts";
import { randomOf, valueFor } from "../schema/values.ts";

// Values for the arguments and results of real tools: the run-time library decides as two independent validators do.
const step = isLong ? 1 : 17;
const values = 20;
/** ajv needs seconds to compile larger schemas. */
const maxSchema = 60_000;

describe("the run-time library accepts and rejects the same values as two other validators", () => {
  test.each(openApiDocuments)("with the schemas of $file", { timeout: 300_000 }, async ({ folder, file: path }) => {
    const { program } = await analyze(createHost(folder), optionsOf({ input: { kind: "openapi", path, include: [], exclude: [] } }));
    const disagreements: string[] = [];
    for (const { tools, schemas } of program.toolsets) {
      for (const [index, tool] of tools.entries()) {
        if (index % step > 0) continue;
        for (const { json } of [tool.input, tool.output]) {
          const schema = selfContained(json, schemas);
          if (typeof schema !== "boolean" && JSON.stringify(schema).length <= maxSchema)
            disagreements.push(...disagreementsOn(schema as JsonObject, index)); // A schema is JSON.
        }
      }
    }
    expect(disagreements).toEqual([]);
  });
});

function disagreementsOn(schema: JsonObject, seed: number): string[] {
  const matches = createMatcher(schema, "annotations");
  const oracle = oracleFor(schema);
  const random = randomOf(seed + 1);
  const { $defs } = schema;
  const follow = (reference: string) => (isObject($defs) ? $defs[reference.slice("#/$defs/".length)] : undefined);
  return Array.from({ length: values }, () => valueFor(schema, follow, random)).flatMap((value) => {
    const isValid = oracle(value);
    return isValid === undefined || isValid === matches(value) ? [] : [`${isValid}: ${JSON.stringify(value)} ${JSON.stringify(schema)}`];
  });
}

/** Whether a value is valid; `undefined` where the two validators disagree. */
function oracleFor(schema: JsonObject): (value: Json) => boolean | undefined {
  const validate = new Ajv2020({ strict: false, logger: false, validateSchema: false, validateFormats: false }).compile(schema);
  const other = new Validator(withoutFormats(schema) as object, "2020-12"); // An object for an object.
  return (value) => {
    const isValid = other.validate(value).valid;
    return validate(value) === isValid ? isValid : undefined;
  };
}

/** The schema without formats, which are annotations, and without examples and defaults, in which a member `$ref` is no reference. */
function withoutFormats(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutFormats);
  if (!isObject(schema)) return schema;
  const isAnnotation = (name: string, value: Json) =>
    (name === "format" && typeof value === "string") || /^(?:examples?|default)$/.test(name);
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value = null]) => !isAnnotation(name, value))
      .map(([name, value = null]) => [name, withoutFormats(value)]),
  );
}
