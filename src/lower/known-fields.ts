import { messages } from "../definition/compiled/messages.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json.ts";

/** What a message says in the fields that this version knows and that the service does not fill in itself. */
export interface Known {
  readonly value: Json;
  /** The fields that it does not know, as dotted paths. */
  readonly unknown: readonly string[];
}

/** Fields are in camelCase, as `readMessage` gives them. */
export function knownFields(value: Json, message: string): Known {
  const unknown: string[] = [];
  const known = keep(value, { schema: messageOf(message), at: "", unknown });
  return { value: known, unknown };
}

interface Place {
  readonly schema: JsonObject;
  readonly at: string;
  readonly unknown: string[];
}

function keep(value: Json, { schema, at, unknown }: Place): Json {
  if (typeof schema.$ref === "string")
    return keep(value, { schema: messageOf(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)), at, unknown });
  if (isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item, index) => keep(item, { schema: items, at: `${at}[${index}]`, unknown })) : value;
  }
  if (!isObject(value)) return value;
  const { properties, additionalProperties } = schema;
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const field = member(properties, key) ?? (isObject(additionalProperties) ? additionalProperties : undefined);
    const path = at === "" ? key : `${at}.${key}`;
    if (isObject(field)) {
      if (field.readOnly !== true) entries.push([key, keep(item, { schema: field, at: path, unknown })]);
    } else if (additionalProperties === false) unknown.push(path);
    else entries.push([key, item]);
  }
  return Object.fromEntries(entries);
}

function messageOf(name: string): JsonObject {
  const message = messages[name];
  if (!isObject(message)) throw new Error(`There is no message "${name}".`);
  return message;
}
