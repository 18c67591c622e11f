import { isObject, type Json, type JsonObject } from "../source/json/json.ts";
import { messageNamed } from "./message-named.ts";
import type { Node } from "./node.ts";

/** The name of an enum member, which proto3 JSON represents as a name or a number. `undefined` for an unknown number. */
export function enumName(value: Json, schema: JsonObject): string | undefined {
  if (typeof value === "string") return value;
  const numbers = schema["x-enum-numbers"];
  return isObject(numbers) ? Object.keys(numbers).find((name) => numbers[name] === value) : undefined;
}

/** The name of the enum member that is the value of a field. `enumType` is the name of the enum. */
export function enumField(node: Node | undefined, enumType: string): string | undefined {
  return node && enumName(node.value, messageNamed(enumType));
}
