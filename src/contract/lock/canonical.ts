import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { compareText } from "../../source/text/compare.ts";

/**
 * Sorts the members of a contract by name, and its arrays if their order has no meaning. So the lock does not change if a document is only
 * reordered.
 */
export function canonical(contract: JsonObject): JsonObject {
  const { schemas = {}, tools = [], groups = [], ...others } = contract;
  return sorted({
    ...others,
    schemas: mapValues(schemas, sortedSchema),
    tools: isArray(tools) ? tools.map(sortedTool).sort(byName) : tools,
    groups: isArray(groups) ? groups.map(sortedData).sort(byName) : groups,
  });
}

function sortedTool(tool: Json): Json {
  if (!isObject(tool)) return tool;
  const { input = {}, output = {}, binding = {}, ...others } = tool;
  return sorted({ ...others, input: sortedSchema(input), output: sortedSchema(output), binding: sortedBinding(binding) });
}

/** Sorts the members of a binding by name. The array of body members is sorted too, because its order has no meaning. */
function sortedBinding(binding: Json): Json {
  const body = isObject(binding) ? binding.body : undefined;
  const from = isObject(body) ? body.from : undefined;
  const members = isObject(from) ? from.members : undefined;
  if (!isObject(binding) || !isObject(body) || !isObject(from) || !isArray(members)) return sortedData(binding);
  const inOrder = members.map(sortedData).sort(byName);
  return sortedData({ ...binding, body: { ...body, from: { ...from, members: inOrder } } });
}

/** Keywords whose value is data, not a schema. */
const dataKeywords: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "example"]);
/** Keywords whose value is a map of names to schemas. The names may be equal to keywords. */
const mapKeywords: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
/** Keywords whose value is an array of strings without an order, or a map of names to such arrays. */
const setKeywords: ReadonlySet<string> = new Set(["required", "type", "dependentRequired"]);

function sortedSchema(schema: Json): Json {
  if (isArray(schema)) return schema.map(sortedSchema);
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (dataKeywords.has(keyword)) return [keyword, sortedData(value)];
    if (mapKeywords.has(keyword)) return [keyword, mapValues(value, sortedSchema)];
    return [keyword, setKeywords.has(keyword) ? sortedSet(value) : sortedSchema(value)];
  });
  return sorted(Object.fromEntries(members));
}

function sortedSet(value: Json): Json {
  if (!isArray(value)) return mapValues(value, sortedSet);
  return value.every((item) => typeof item === "string") ? [...value].sort(compareText) : value;
}

function sortedData(value: Json): Json {
  if (isArray(value)) return value.map(sortedData);
  return mapValues(value, sortedData);
}

function mapValues(value: Json, change: (value: Json) => Json): Json {
  if (!isObject(value)) return value;
  return sorted(Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)])));
}

function sorted(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b)));
}

function byName(a: Json, b: Json): number {
  return compareText(nameOf(a), nameOf(b));
}

function nameOf(value: Json): string {
  return isObject(value) ? `${value.name} ${value.id}` : "";
}
