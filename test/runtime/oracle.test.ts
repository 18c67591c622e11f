import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { registerSchema, type SchemaObject, validate } from "@hyperjump/json-schema/draft-2020-12";
import { expect, test } from "vitest";
import type { JsonSchema } from "../../src/runtime/index.ts";
import { createValidator } from "../../src/runtime/schema/validate.ts";
import { corpus, hasCorpus } from "../corpus/corpus.ts";

interface Group {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly tests: readonly { readonly data: unknown }[];
}

const folder = corpus("suites/json-schema-test-suite/draft2020-12");
const dialect = "https://json-schema.org/draft/2020-12/schema";

/** Schemas that need other documents, names of their own or a dynamic scope; the compiler writes none of these. */
const apart = /"\$id"|"\$dynamicRef"|"\$ref":"http/;

/** The oracle divides binary fractions; ours are exact decimals, as the standard has them (2020-12 validation §6.2.1). */
const isInexact = (schema: string) => /"multipleOf":0\./.test(schema);

test.skipIf(!hasCorpus)(
  "the run-time library validates each value of the JSON Schema suite as an independent validator does",
  async () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".json") && name !== "infinite-loop-detection.json");
    // The suite's own format, which its README describes.
    const groups = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Group[]);
    const schemas = [...new Set(groups.map(({ schema }) => JSON.stringify(schema)))].filter(
      (text) => !apart.test(text) && !isInexact(text),
    );
    const values = [...new Set(groups.flatMap(({ tests }) => tests.map(({ data }) => JSON.stringify(data))))].map((text): unknown =>
      JSON.parse(text),
    );
    const disagreements: string[] = [];
    for (const [index, text] of schemas.entries()) {
      const schema: JsonSchema = JSON.parse(text);
      const uri = `https://suite.example/${index}`;
      registerSchema((typeof schema === "boolean" ? schema : { ...schema, $schema: dialect }) as SchemaObject, uri, dialect); // A schema of the suite is one.
      const oracle = await validate(uri);
      const own = createValidator(schema, "annotations");
      for (const value of values) {
        // The values come from JSON.
        if (oracle(value as Parameters<typeof oracle>[0]).valid !== (own(value).length === 0))
          disagreements.push(`${text} ${JSON.stringify(value)}`);
      }
    }
    expect(disagreements).toEqual([]);
    expect(schemas.length * values.length).toBeGreaterThan(100_000);
  },
  60_000,
);
