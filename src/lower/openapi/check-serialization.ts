import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { MediaType, Parameter, ParameterSerialization } from "../../document/openapi/read/operation.ts";
import type { SchemaPlace } from "../../schema/convert/converted.ts";
import { isArray, isObject, type JsonSchema, member } from "../../source/json/json.ts";
import { originOfValue, valueAt } from "../../source/tree.ts";
import type { Property } from "../schemas/build-schema.ts";
import type { NamedSchemas } from "../schemas/schema-source.ts";
import { ambiguousDelimiter, omittedPartHeader } from "./codes.ts";
import { kindOf } from "./media-type.ts";
import { chainOf } from "./never-empty.ts";

/** Reports a parameter whose items cannot be told apart in the request, since they may contain the delimiter that joins them. */
export function checkDelimiter(
  { parameter, property }: { readonly parameter: Parameter; readonly property: Property },
  schemas: NamedSchemas,
): Diagnostic[] {
  const delimiter = delimiterOf(parameter.as, parameter.in === "header");
  if (delimiter === undefined || !mayContain(delimiter, property.use.schema.json, schemas)) return [];
  return [diagnostic(ambiguousDelimiter, { name: parameter.name, delimiter }, parameter.origin)];
}

/**
 * Reports what a form or a multipart body loses: headers of parts for which the document gives no value, and items that cannot be told
 * apart, since they may contain the delimiter that joins them.
 */
export function checkParts(content: MediaType, members: readonly Property[], schemas: NamedSchemas): Diagnostic[] {
  const kind = kindOf(content.mediaType);
  if (kind !== "multipart" && kind !== "form") return [];
  const encodings = "length" in content.encoding ? [] : [...content.encoding];
  const delimiters = encodings.flatMap(([name, { as }]) => {
    const delimiter = as && delimiterOf(as, kind === "multipart");
    const use = members.find((each) => each.name === name)?.use;
    if (delimiter === undefined || use === undefined || !mayContain(delimiter, use.schema.json, schemas)) return [];
    return [diagnostic(ambiguousDelimiter, { name, delimiter }, content.origin)];
  });
  // A form has no parts, so OpenAPI ignores the headers of its members.
  const parts = kind === "form" ? [] : "length" in content.encoding ? content.encoding : [...content.encoding.values()];
  const headers = parts.flatMap(({ headers }) =>
    [...headers].flatMap(([name, place]) =>
      fixedHeader(place) === undefined
        ? [diagnostic(omittedPartHeader, { name }, place === undefined ? content.origin : originOfValue(place.tree, place.path))]
        : [],
    ),
  );
  return [...delimiters, ...headers];
}

/** The only value, or the default value, of a part's header; `undefined` if its schema has neither. */
export function fixedHeader(place: SchemaPlace | undefined): string | undefined {
  const schema = place && valueAt(place.tree, place.path);
  const choices = member(schema, "enum");
  const value = member(schema, "const") ?? member(schema, "default") ?? (isArray(choices) && choices.length === 1 ? choices[0] : undefined);
  return value === undefined || value === null || isObject(value) || isArray(value) ? undefined : String(value);
}

/**
 * The delimiter that joins the items of an array without being distinguishable from the same character in an item; `undefined` if there is
 * none. In a URL, an item's comma is percent-encoded and the delimiter is not. Other delimiters are encoded as well, and in a header or a
 * part, nothing is.
 */
function delimiterOf(as: ParameterSerialization, isUnencoded: boolean): string | undefined {
  if (!("style" in as) || (as.explode && as.style !== "simple")) return undefined;
  switch (as.style) {
    case "spaceDelimited":
      return " ";
    case "pipeDelimited":
      return "|";
    case "tabDelimited":
      return "\t";
    case "form":
    case "simple":
      return isUnencoded || as.allowReserved ? "," : undefined;
    default:
      return undefined;
  }
}

/** Whether an item of an array may be a string that contains a delimiter. An item with a format or a pattern is assumed to contain none. */
function mayContain(delimiter: string, json: JsonSchema, schemas: NamedSchemas): boolean {
  const items = chainOf(json, schemas).find((each) => isObject(each.items))?.items;
  if (!isObject(items)) return false;
  const chain = chainOf(items, schemas);
  const choices = chain.find((each) => isArray(each.enum))?.enum;
  if (isArray(choices)) return choices.some((value) => typeof value === "string" && value.includes(delimiter));
  const isRestricted = chain.some(({ format, pattern, const: only }) => [format, pattern, only].some((each) => each !== undefined));
  return !isRestricted && chain.some(({ type }) => type === "string" || (isArray(type) && type.includes("string")));
}
