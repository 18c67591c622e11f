import { isArray, isObject, type Json } from "../source/json/json.ts";

/**
 * Whether a value is of the JSON Schema type with this name (2020-12 Validation, §6.1.1). `integer` includes every number
 * without a fraction, such as `1.0`.
 */
export function isOfType(value: Json, type: Json): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
