import { messageNamed } from "../definition/message-named.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";

/** A protobuf message without unknown and output-only fields. Field names are in camelCase, as `readMessage` returns them. */
export function knownFields(value: Json, message: string): Json {
  return keep(value, messageNamed(message));
}

function keep(value: Json, schema: JsonObject): Json {
  if (typeof schema.$ref === "string") return keep(value, messageNamed(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)));
  if (isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item) => keep(item, items)) : value;
  }
  if (!isObject(value)) return value;
  const { properties, additionalProperties } = schema;
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = member(properties, key) ?? (isObject(additionalProperties) ? additionalProperties : undefined);
    if (isObject(field)) {
      if (field.readOnly !== true) entries.push([key, keep(item, field)]);
    } else if (additionalProperties !== false) entries.push([key, item]);
  }
  return Object.fromEntries(entries);
}
