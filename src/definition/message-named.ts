import { isObject, type JsonObject, member } from "../source/json/json.ts";
import { messages } from "./compiled/messages.ts";

/** The JSON Schema of the CES message or enum with a certain name. The schema names fields in camelCase. */
export function messageNamed(name: string): JsonObject {
  const message = member(messages, name);
  if (!isObject(message)) throw new Error(`There is no message "${name}".`);
  return message;
}
