import type { Tool, Toolset } from "../ir/ir.ts";
import { assertedFormats } from "../schema/reason/accepts.ts";
import { createBudget } from "../schema/reason/budget.ts";
import { createValueFinder } from "../schema/reason/subsumption/find-value.ts";
import { judge } from "../schema/reason/subsumption/judge.ts";
import { createSchemaReader } from "../schema/reason/subsumption/read-schema.ts";
import { sharedSchemaName } from "../schema/references.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";

/** The state of the search for likely values. */
interface ExampleContext {
  readonly schemas: Toolset["schemas"];
  /** Returns any value that a schema accepts; `null` if none is found. */
  readonly valueOf: (schema: JsonObject) => Json;
  /** How many more values may be created before the search stops. */
  remaining: number;
}

/** The maximum nesting of the objects of an example. This limit also ends the recursion of recursive schemas. */
const maxNesting = 6;
/** The maximum number of values in an example. Larger examples are of no use, and finding them takes long. */
const maxValues = 1_000;
/** The maximum number of steps of the search for the arguments of a tool. */
const maxSteps = 100_000;

/**
 * Arguments that the input schema of a tool accepts: the example in the document, else the required properties with likely values, else the
 * smallest arguments. `undefined` if no arguments are found, or if they would have more than `maxValues` values.
 */
export function exampleInput(
  { examples, input }: Pick<Tool, "examples" | "input">,
  { schemas }: Pick<Toolset, "schemas">,
): JsonObject | undefined {
  const [given] = examples;
  if (given !== undefined) return given;
  const table = new Map([...schemas].map(([name, { json }]) => [name, json]));
  const budget = createBudget(maxSteps);
  const reader = createSchemaReader({ formats: assertedFormats, same: new Set(), budget });
  const normal = reader.read(input.json, { schemas: table });
  const finder = createValueFinder(reader, { budget, waives: "none" });
  const valueOf = (schema: JsonObject) => {
    const found = finder.find([reader.read(schema, { schemas: table })], []);
    return found.kind === "value" ? found.value : null;
  };
  const context = { schemas, valueOf, remaining: maxValues };
  const likely = likelyValue(input.json, context, 0);
  // The smallest arguments would have too many values as well, since they include all required properties.
  if (context.remaining < 0) return undefined;
  if (isObject(likely) && judge(normal, likely) === true) return likely;
  const found = finder.find([normal], []);
  return found.kind === "value" && isObject(found.value) ? found.value : undefined;
}

/**
 * A value that looks natural to a reader; `null` if a limit is exceeded. The schema may reject the value, for example because of a minimum.
 */
function likelyValue(schema: Json | undefined, context: ExampleContext, depth: number): Json {
  context.remaining -= 1;
  if (!isObject(schema) || depth > maxNesting || context.remaining < 0) return null;
  const target = sharedSchemaName(schema.$ref);
  if (target !== undefined) return likelyValue(context.schemas.get(target)?.json, context, depth + 1);
  if (schema.const !== undefined) return schema.const;
  for (const values of [schema.examples, schema.enum]) if (isArray(values) && values[0] !== undefined) return values[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  for (const parts of [schema.oneOf, schema.anyOf]) {
    if (!isArray(parts)) continue;
    return likelyValue(parts.find((part) => member(part, "type") !== "null") ?? parts[0], context, depth + 1);
  }
  const types = isArray(schema.type) ? schema.type : [schema.type];
  switch (types.find((type) => type !== "null") ?? (isObject(schema.properties) ? "object" : undefined)) {
    case "object":
      return likelyObject(schema, context, depth);
    case "array":
      return Array.from({ length: Math.min(numberIn(schema.minItems) ?? 1, 3) }, () => likelyValue(schema.items, context, depth + 1));
    case "string":
      return schema.pattern === undefined ? likelyText(schema) : context.valueOf(schema);
    case "integer":
    case "number":
      return (numberIn(schema.minimum) ?? (numberIn(schema.maximum) ?? 1) > 0)
        ? (numberIn(schema.minimum) ?? 1)
        : (numberIn(schema.maximum) ?? 0);
    case "boolean":
      return true;
    case undefined:
      return types.includes("null") ? null : likelyText(schema);
    default:
      return null;
  }
}

function likelyObject({ properties, required, allOf }: JsonObject, context: ExampleContext, depth: number): JsonObject {
  const parts = isArray(allOf) ? allOf.map((part) => likelyValue(part, context, depth + 1)).filter(isObject) : [];
  const names = isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const own = names.map((name): [string, Json] => [name, likelyValue(member(properties, name), context, depth + 1)]);
  return Object.fromEntries([...parts.flatMap((part) => Object.entries(part)), ...own]);
}

/** An example value for each format. Strict validators accept these values too, for example those that check the version of a UUID. */
const formats: { readonly [format: string]: string } = {
  date: "2026-01-15",
  "date-time": "2026-01-15T12:00:00Z",
  time: "12:00:00Z",
  email: "ada@example.com",
  uuid: "123e4567-e89b-4d3a-a456-426614174000",
  uri: "https://example.com",
  url: "https://example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
};

function likelyText({ format, minLength, maxLength }: JsonObject): string {
  const known = typeof format === "string" && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known !== undefined) return known;
  const text = "text".repeat(Math.ceil(Math.min(numberIn(minLength) ?? 4, 400) / 4) || 1);
  return text.slice(0, Math.min(numberIn(maxLength) ?? text.length, Math.max(4, numberIn(minLength) ?? 4)));
}

function numberIn(value: Json | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}
