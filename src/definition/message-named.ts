import { isObject, type JsonObject, member } from "../source/json.ts";
import { messages } from "./compiled/messages.ts";

/** The JSON Schema of a message or enum of CES, by its name. Fields are in camelCase. */
export function messageNamed(name: string): JsonObject {
  const message = member(messages, name);
  if (!isObject(message)) throw new Error(`There is no message "${name}".`);
  return message;
}
