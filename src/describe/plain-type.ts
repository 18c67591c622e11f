import type { Toolset } from "../ir/ir.ts";
import { sharedSchemaName } from "../schema/references.ts";
import { isArray, isObject, type Json, member } from "../source/json/json.ts";

/** The maximum number of enum values that are listed, and of alternatives that are described. */
const mostValues = 6;
/** The maximum nesting of the schemas that are described. */
const maxDepth = 3;

/** Describes a schema in a few words for people who do not read code: `text`, `a list of numbers`, `one of: open, closed`. */
export function plainType(schema: Json, shared: Toolset["schemas"], depth = 0): string {
  if (depth > maxDepth) return "anything";
  const next = (value: Json) => plainType(value, shared, depth + 1);
  const reference = member(schema, "$ref");
  const name = typeof reference === "string" ? sharedSchemaName(reference) : undefined;
  const target = name === undefined ? undefined : shared.get(name);
  if (target !== undefined) return next(target.json);
  const constant = member(schema, "const");
  if (constant !== undefined) return `always ${plainValue(constant)}`;
  const values = member(schema, "enum");
  if (isArray(values)) {
    const rest = values.length > mostValues ? `, and ${values.length - mostValues} more` : "";
    return `one of: ${values.slice(0, mostValues).map(plainValue).join(", ")}${rest}`;
  }
  const alternatives = member(schema, "anyOf") ?? member(schema, "oneOf");
  if (isArray(alternatives)) {
    const others = alternatives.filter((each) => member(each, "type") !== "null");
    // Each alternative describes its shared schemas again, so the number of alternatives is limited.
    const kinds = others.length > mostValues ? [] : [...new Set(others.map(next))];
    return kinds.length === 0 || kinds.length > 3 ? "one of several forms" : kinds.join(", or ");
  }
  const types = [member(schema, "type") ?? []].flat().filter((type): type is string => typeof type === "string" && type !== "null");
  if (types.length === 0) {
    const parts = member(schema, "allOf");
    const known = isArray(parts)
      ? parts
          .slice(0, mostValues)
          .map(next)
          .find((part) => part !== "anything")
      : undefined;
    return known ?? (isObject(member(schema, "properties")) ? "a group of values" : "anything");
  }
  return types.map((type) => plainTypeOf(type, schema, next)).join(" or ");
}

function plainTypeOf(type: string, schema: Json, next: (value: Json) => string): string {
  switch (type) {
    case "string":
      return plainFormats.get(String(member(schema, "format"))) ?? "text";
    case "integer":
      return "whole number";
    case "number":
      return "number";
    case "boolean":
      return "yes or no";
    case "array": {
      const items = member(schema, "items");
      return items === undefined ? "a list" : listOf(next(items));
    }
    default:
      return "a group of values";
  }
}

function listOf(item: string): string {
  if (item.startsWith("one of: ")) return `any of: ${item.slice("one of: ".length)}`;
  const plural = plurals.get(item);
  return plural === undefined ? `a list, each ${item}` : `a list of ${plural}`;
}

const plurals: ReadonlyMap<string, string> = new Map([
  ["text", "texts"],
  ["number", "numbers"],
  ["whole number", "whole numbers"],
  ["a date", "dates"],
  ["a date and time", "dates and times"],
  ["a web address", "web addresses"],
  ["an e-mail address", "e-mail addresses"],
  ["a file", "files"],
  ["a group of values", "groups of values"],
]);

const plainFormats: ReadonlyMap<string, string> = new Map([
  ["date", "a date"],
  ["date-time", "a date and time"],
  ["time", "a time"],
  ["email", "an e-mail address"],
  ["uri", "a web address"],
  ["url", "a web address"],
  ["uuid", "an identifier (UUID)"],
  ["binary", "a file"],
  ["byte", "a file"],
]);

function plainValue(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? "(empty)" : text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
