import { type SchemaObject, withoutKeywords } from "../schema.ts";
import { inWords } from "../text/in-words.ts";

/**
 * The schema with a format of the service's own, and with a pattern that is too slow to check, in its description, unless that contains them.
 * They say something to a model, but validators in strict mode, such as those of some MCP clients, refuse a schema with a format or a keyword
 * that they do not know.
 */
export function withKnownKeywords(schema: SchemaObject): SchemaObject {
  const { format, "x-pattern": pattern } = schema;
  const isKnown = format === undefined || knownFormats.has(String(format));
  if (isKnown && pattern === undefined) return schema;
  const rest = withoutKeywords(schema, isKnown ? ["x-pattern"] : ["x-pattern", "format"]);
  const description = typeof rest["description"] === "string" ? rest["description"] : "";
  const isSaid = (value: unknown) => description.toLowerCase().includes(String(value).toLowerCase());
  const words = [
    ...(isKnown || isSaid(format) ? [] : [inWords("format", format)]),
    ...(pattern === undefined || isSaid(pattern) ? [] : [inWords("x-pattern", pattern)]),
  ].join(" ");
  if (words === "") return rest;
  return { ...rest, description: description === "" ? words : `${description}\n\n${words}` };
}

/** The formats that validators know: those of JSON Schema (validation §7.3), but for the rare ones beyond ASCII, and those of OpenAPI 3.0. */
const knownFormats: ReadonlySet<string> = new Set([
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uri-reference", "uri-template", "uuid"],
  ...["json-pointer", "relative-json-pointer", "regex", "int32", "int64", "float", "double", "byte", "binary", "password"],
]);
