import { isArray, isObject, type Json, type JsonObject, type JsonSchema } from "../../source/json/json.ts";
import { isSameValue } from "../../source/json/value-key.ts";
import { namedArguments } from "./named-arguments.ts";

/**
 * The arguments of a tool as words of a command line, for a tool with this input schema: each by its name, as `limit=5`, if `call` reads the
 * same arguments from them, else all as JSON. Values of several lines, lists and objects are easier to read as JSON.
 */
export function argumentWords(given: JsonObject, input: JsonSchema): string[] {
  const entries = Object.entries(given);
  if (entries.length === 0) return [];
  const words = entries.map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const isPlain = entries.every(([name, value]) => /^\w[\w.-]*$/.test(name) && isOneLine(value));
  const read = isPlain ? namedArguments(words, input, () => noBytes) : {};
  return isSameValue(read, given) ? words : ["--args", JSON.stringify(given)];
}

function isOneLine(value: Json): boolean {
  return !isArray(value) && !isObject(value) && !String(value).includes("\n");
}

const noBytes = new Uint8Array();
