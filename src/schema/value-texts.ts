import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";

/**
 * Extensions of documents that say what the values of `enum` mean: those of NSwag, openapi-generator, Redocly and AutoRest
 * (https://azure.github.io/autorest/extensions/#x-ms-enum). Each is a list in the order of the values, or a map by value.
 */
const extensions = {
  names: ["x-enumNames", "x-enum-varnames", "x-enum-names"],
  texts: ["x-enum-descriptions", "x-enumDescriptions"],
  values: ["x-ms-enum"],
} as const;

/** The names of these extensions, in which only the description of the schema results. */
export const valueTextKeywords: readonly string[] = Object.values(extensions).flat();

/** The most values that are described. A model knows the values of a longer list, such as currencies, or cannot choose among them anyway. */
const maxValues = 100;

/** What a document says of one value of an `enum`. */
interface ValueText {
  readonly value: Json;
  readonly name: string | undefined;
  readonly text: string | undefined;
}

/** The description of a schema with what its extensions say of its values; `undefined` if they say nothing that is not in it already. */
export function describedValues(node: JsonObject): string | undefined {
  const values = isArray(node.enum) ? node.enum.filter((value) => value !== null) : [];
  if (values.length > maxValues) return undefined;
  const described = values.map((value, index) => valueText(value, { node, index, count: values.length }));
  const said = described.flatMap(({ name, text }) => [name, text]).filter((each) => each !== undefined);
  const description = typeof node.description === "string" ? node.description.trim() : "";
  if (said.every((each) => description.includes(each))) return undefined;
  return description === "" ? listOf(described) : `${description}\n\n${listOf(described)}`;
}

function valueText(value: Json, at: { node: JsonObject; index: number; count: number }): ValueText {
  const { node } = at;
  const listed = member(node[extensions.values[0]], "values");
  const own = isArray(listed) ? listed.find((each) => member(each, "value") === value) : undefined;
  const name = textIn(extensions.names, value, at) ?? textOf(member(own, "name"));
  const text = textIn(extensions.texts, value, at) ?? textOf(member(own, "description"));
  // `CUSTOM_ERROR` is not explained by `CustomError`.
  return { value, name: name !== undefined && plain(name) !== plain(String(value)) ? name : undefined, text };
}

/** The text for a value in the first of some extensions that the schema has. A list of another length belongs to other values. */
function textIn(names: readonly string[], value: Json, at: { node: JsonObject; index: number; count: number }): string | undefined {
  const texts = names.map((name) => at.node[name]).find((each) => each !== undefined);
  if (isArray(texts)) return texts.length === at.count ? textOf(texts[at.index]) : undefined;
  return isObject(texts) ? textOf(member(texts, String(value))) : undefined;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.replace(/\s+/g, " ").trim() : undefined;
}

function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
}

/** A sentence if the values have only names, otherwise a list. */
function listOf(described: readonly ValueText[]): string {
  const named = ({ value, name }: ValueText) => (name === undefined ? String(value) : `${value} (${name})`);
  if (described.every(({ text }) => text === undefined)) return `Values: ${described.map(named).join(", ")}.`;
  return ["Values:", ...described.map((each) => `- ${named(each)}${each.text === undefined ? "" : `: ${each.text}`}`)].join("\n");
}
