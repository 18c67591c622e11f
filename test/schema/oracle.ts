import "@hyperjump/json-schema/draft-04";
import "@hyperjump/json-schema/draft-07";
import "@hyperjump/json-schema/draft-2020-12";
import "@hyperjump/json-schema/openapi-3-0";
import "@hyperjump/json-schema/openapi-3-1";
import { registerSchema, type SchemaObject, setShouldValidateFormat, setShouldValidateSchema } from "@hyperjump/json-schema";
import { type CompiledSchema, compile, getSchema, interpret } from "@hyperjump/json-schema/experimental";
import { fromJs } from "@hyperjump/json-schema/instance/experimental";
import type { Dialect } from "../../src/schema/convert/dialect.ts";
import type { Json } from "../../src/source/json/json.ts";
import { type Path, pointerOf } from "../../src/source/tree.ts";

setShouldValidateSchema(false);
setShouldValidateFormat(false);

const dialects: Readonly<Record<Exclude<Dialect, "ces">, string>> = {
  // Swagger 2.0 is a subset of draft-04, and nobody has a validator for it alone.
  "openapi-2.0": "http://json-schema.org/draft-04/schema#",
  "openapi-3.0": "https://spec.openapis.org/oas/3.0/dialect",
  "openapi-3.1": "https://spec.openapis.org/oas/3.1/dialect/base",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
  "draft-07": "http://json-schema.org/draft-07/schema#",
};

export type Verdict = "accepts" | "refuses" | "has-no-end";

let documents = 0;

/** Judges values by any schema of a document, in the words of its dialect. All its schemas are compiled at once, as most reach most others. */
export async function judgeOf(
  data: Json,
  paths: readonly Path[],
  dialect: Exclude<Dialect, "ces">,
): Promise<(path: Path, value: Json) => Verdict> {
  const uri = `https://oracle.test/${documents++}`;
  const rootUri = `${uri}/root`;
  registerSchema(data as SchemaObject, uri, dialects[dialect]); // JSON from the same parser; only `readonly` differs.
  // One more step, as the oracle knows a schema that is nothing but a reference only by where it leads.
  registerSchema({ anyOf: paths.map((path) => ({ allOf: [{ $ref: `${uri}#${fragmentOf(path)}` }] })) }, rootUri, dialects[dialect]);
  const indexes = new Map(paths.map((path, index) => [pointerOf(path), index]));
  const compiled: CompiledSchema = await compile(await getSchema(rootUri));
  return (path, value) => {
    const schemaUri = `${rootUri}#/anyOf/${indexes.get(pointerOf(path))}`;
    if (!(schemaUri in compiled.ast)) throw new Error(`The oracle does not know ${schemaUri}`);
    try {
      return interpret({ ...compiled, schemaUri }, fromJs(value as SchemaObject)).valid ? "accepts" : "refuses"; // As above.
    } catch (error) {
      if (error instanceof RangeError) return "has-no-end";
      throw error;
    }
  };
}

function fragmentOf(path: Path): string {
  return path.map((step) => `/${encodeURI(String(step).replaceAll("~", "~0").replaceAll("/", "~1")).replaceAll("#", "%23")}`).join("");
}
