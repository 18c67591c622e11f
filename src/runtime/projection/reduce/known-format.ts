import { type SchemaObject, withoutKeywords } from "../schema.ts";
import { inWords } from "../text/in-words.ts";

/**
 * The schema with a format of the service's own in its description, unless the description names it. Such a format says something to a model,
 * but validators in strict mode, such as those of some MCP clients, refuse a schema with a format that they do not know.
 */
export function withKnownFormat(schema: SchemaObject): SchemaObject {
  const { format } = schema;
  if (format === undefined || known.has(String(format))) return schema;
  const rest = withoutKeywords(schema, ["format"]);
  const description = typeof rest["description"] === "string" ? rest["description"] : "";
  if (typeof format !== "string" || format === "" || description.toLowerCase().includes(format.toLowerCase())) return rest;
  return { ...rest, description: [description, inWords("format", format)].filter((text) => text !== "").join("\n\n") };
}

/** The formats that validators know: those of JSON Schema (validation §7.3), but for the rare ones beyond ASCII, and those of OpenAPI 3.0. */
const known: ReadonlySet<string> = new Set([
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uri-template", "uuid"],
  ...["json-pointer", "relative-json-pointer", "regex", "int32", "int64", "float", "double", "byte", "binary", "password"],
]);
