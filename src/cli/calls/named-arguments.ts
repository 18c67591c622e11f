import { basename } from "node:path";
import { isRecord, ownMember, type UnknownRecord } from "../../runtime/json.ts";
import { createMatcher } from "../../runtime/schema/validate.ts";
import type { Json, JsonObject } from "../../source/json/json.ts";

/** Returns the bytes of a file. */
type ReadFile = (path: string) => Uint8Array;

/**
 * The arguments that `words` give by name, as `limit=5`, for a tool with this input schema, which has all schemas that it refers to. A value
 * is text where the argument may be text, else JSON, or the path of a file after `@` where the argument is a file. A name that is given
 * several times is an array.
 */
export function namedArguments(words: readonly string[], input: UnknownRecord, readFile: ReadFile): JsonObject {
  const given = new Map<string, string[]>();
  for (const word of words) {
    const at = word.indexOf("=");
    const name = word.slice(0, at);
    given.set(name, [...(given.get(name) ?? []), word.slice(at + 1)]);
  }
  const { properties, $defs = {} } = input;
  return Object.fromEntries(
    [...given].map(([name, texts]) => {
      const property = ownMember(properties, name);
      return [name, readValue(texts, isRecord(property) ? { ...property, $defs } : {}, readFile)];
    }),
  );
}

/**
 * The first reading of the texts that the schema accepts, or the files that they name. If it accepts none, the tool rejects the last one,
 * with a reason.
 */
function readValue(texts: readonly string[], schema: UnknownRecord, readFile: ReadFile): Json {
  const values = texts.map((text) => parsed(text));
  const single = texts.length === 1 ? [...texts, ...values] : [];
  const accepts = createMatcher(schema, "annotations");
  const accepted = [...single, [...texts], values].find(accepts);
  if (accepted !== undefined) return accepted;
  return filesOf(texts, accepts, readFile) ?? single.at(-1) ?? values;
}

/** The files that texts such as `@photo.png` name; `undefined` if the argument takes no files. */
function filesOf(texts: readonly string[], accepts: (value: Json) => boolean, readFile: ReadFile): Json | undefined {
  if (!texts.every((text) => text.startsWith("@"))) return undefined;
  const read = (text: string) => ({ filename: basename(text.slice(1)), base64: Buffer.from(readFile(text.slice(1))).toString("base64") });
  const [first = "", ...others] = texts;
  if (others.length === 0 && accepts(emptyFile) && !accepts({})) return read(first);
  return accepts([emptyFile]) && !accepts([{}]) ? texts.map(read) : undefined;
}

const emptyFile = { filename: "", base64: "" };

/** The JSON value of a text, or the text itself if it is not JSON. */
function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
