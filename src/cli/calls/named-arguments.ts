import { createMatcher } from "../../runtime/schema/validate.ts";
import { isObject, type Json, type JsonObject, type JsonSchema, member } from "../../source/json/json.ts";

/**
 * The arguments that `words` give by name, as `limit=5`, for a tool with this input schema. A value is text where the argument may be text,
 * else JSON. A name that is given several times is an array.
 */
export function namedArguments(words: readonly string[], input: JsonSchema): JsonObject {
  const given = new Map<string, string[]>();
  for (const word of words) {
    const at = word.indexOf("=");
    const name = word.slice(0, at);
    given.set(name, [...(given.get(name) ?? []), word.slice(at + 1)]);
  }
  const whole = isObject(input) ? input : {};
  const { $defs = {} } = whole;
  return Object.fromEntries(
    [...given].map(([name, texts]) => {
      const property = member(member(whole, "properties"), name);
      return [name, readValue(texts, isObject(property) ? { ...property, $defs } : {})];
    }),
  );
}

/** The first reading of the texts that the schema accepts. If it accepts none, the tool rejects the last one, with a reason. */
function readValue(texts: readonly string[], schema: JsonObject): Json {
  const values = texts.map((text) => parsed(text));
  const single = texts.length === 1 ? [...texts, ...values] : [];
  const accepts = createMatcher(schema, "annotations");
  return [...single, [...texts], values].find(accepts) ?? single.at(-1) ?? values;
}

/** The JSON value of a text, or the text itself if it is not JSON. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
