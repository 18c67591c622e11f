import { isObject, type JsonObject } from "../source/json/json.ts";

/**
 * Whether an input or output schema describes nothing: it is a closed object without properties, or its only property is `result` with the
 * schema `{}`.
 */
export function isTrivialSchema({ type: _type, properties, required: _required, additionalProperties, ...rest }: JsonObject): boolean {
  if (Object.keys(rest).length > 0 || !isObject(properties)) return false;
  const members = Object.entries(properties);
  if (members.length === 0) return additionalProperties === false;
  const [result] = members;
  return members.length === 1 && result?.[0] === "result" && isObject(result[1]) && Object.keys(result[1]).length === 0;
}
