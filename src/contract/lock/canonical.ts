import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";

/**
 * Sorts the members of a contract by name, and its arrays if their order has no meaning. So the lock does not change if a document is only
 * reordered.
 */
export function canonical(contract: JsonObject): JsonObject {
  const { schemas = {}, tools = [], groups = [], ...others } = contract;
  return sortedMembers({ ...others, schemas, tools, groups }, (value, name) => {
    if (name === "schemas") return sortedMap(value, sortedSchema);
    if (name === "tools") return sortedByName(value, sortedTool);
    return name === "groups" ? sortedByName(value, sortedData) : value;
  });
}

function sortedTool(tool: Json): Json {
  if (!isObject(tool)) return tool;
  const { input = {}, output = {}, binding = {} } = tool;
  return sortedMembers({ ...tool, input, output, binding }, (value, name) => {
    if (name === "input" || name === "output") return sortedSchema(value);
    return name === "binding" ? sortedBinding(value) : value;
  });
}

/** Sorts the members of a binding by name. The array of body members is sorted too, because its order has no meaning. */
function sortedBinding(binding: Json): Json {
  const body = isObject(binding) ? binding.body : undefined;
  const from = isObject(body) ? body.from : undefined;
  const members = isObject(from) ? from.members : undefined;
  if (!isObject(binding) || !isObject(body) || !isObject(from) || !isArray(members)) return sortedData(binding);
  return sortedData({ ...binding, body: { ...body, from: { ...from, members: sortedByName(members, sortedData) } } });
}

/** Keywords whose value is data, not a schema. */
const dataKeywords: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "example"]);
/** Keywords whose value is a map of names to schemas. The names may be equal to keywords. */
const mapKeywords: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
/** Keywords whose value is an array of strings without an order, or a map of names to such arrays. */
const setKeywords: ReadonlySet<string> = new Set(["required", "type", "dependentRequired"]);

function sortedSchema(schema: Json): Json {
  if (isArray(schema)) return changedItems(schema, sortedSchema);
  return isObject(schema) ? sortedMembers(schema, sortedKeyword) : schema;
}

function sortedKeyword(value: Json, keyword: string): Json {
  if (dataKeywords.has(keyword)) return sortedData(value);
  if (mapKeywords.has(keyword)) return sortedMap(value, sortedSchema);
  return setKeywords.has(keyword) ? sortedSet(value) : sortedSchema(value);
}

function sortedSet(value: Json): Json {
  if (!isArray(value)) return sortedMap(value, sortedSet);
  return value.every((item) => typeof item === "string") && !isInOrder(value) ? [...value].sort(compareText) : value;
}

function sortedData(value: Json): Json {
  return isArray(value) ? changedItems(value, sortedData) : sortedMap(value, sortedData);
}

function sortedMap(value: Json, change: (value: Json) => Json): Json {
  return isObject(value) ? sortedMembers(value, change) : value;
}

function sortedByName(items: Json, change: (value: Json) => Json): Json {
  return isArray(items) ? changedItems(items, change).toSorted(byName) : items;
}

// A lock is in this order when it is written, and sorting what is sorted took a tenth of a comparison. So the functions below return what
// they get if it stays as it is.

function sortedMembers(object: JsonObject, change: (value: Json, name: string) => Json): JsonObject {
  const names = Object.keys(object);
  const values = names.map((name) => change(object[name] ?? null, name));
  if (isInOrder(names) && names.every((name, index) => object[name] === values[index])) return object;
  const entries = names.map((name, index): [string, Json] => [name, values[index] ?? null]);
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}

function changedItems(items: readonly Json[], change: (value: Json) => Json): readonly Json[] {
  const changed = items.map(change);
  return changed.every((item, index) => item === items[index]) ? items : changed;
}

function isInOrder(texts: readonly string[]): boolean {
  return texts.every((text, index) => index === 0 || (texts[index - 1] ?? "") <= text);
}

function byName(a: Json, b: Json): number {
  return compareText(nameOf(a), nameOf(b));
}

function nameOf(value: Json): string {
  return isObject(value) ? `${value.name} ${value.id}` : "";
}
