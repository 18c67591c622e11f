import { expect, test } from "vitest";
import { argumentWords } from "../../src/cli/calls/argument-words.ts";
import type { JsonObject } from "../../src/source/json/json.ts";

const properties = {
  id: { type: "string" },
  limit: { type: "integer" },
  all: { type: "boolean" },
  either: { type: ["string", "integer"] },
  size: { $ref: "#/$defs/Size" },
  tags: { type: "array", items: { type: "string" } },
  "in line": { type: "string" },
  "-x": { type: "string" },
};
const input = { type: "object", properties, $defs: { Size: { type: "integer" } } };

test.each<[given: JsonObject, words: readonly string[]]>([
  [{}, []],
  [{ id: "7", limit: 7, all: true, size: 2 }, ["id=7", "limit=7", "all=true", "size=2"]],
  [{ id: "it's a=b @home" }, ["id=it's a=b @home"]],
  [{ id: "" }, ["id="]],
  // A name gives a text where the argument may be one.
  [{ either: 7 }, ["--args", '{"either":7}']],
  [{ id: "7", tags: ["a"] }, ["--args", '{"id":"7","tags":["a"]}']],
  [{ id: "two\nlines" }, ["--args", '{"id":"two\\nlines"}']],
  [{ "in line": "x" }, ["--args", '{"in line":"x"}']],
  [{ "-x": "x" }, ["--args", '{"-x":"x"}']],
])("the arguments %j are the words %j", (given, words) => {
  expect(argumentWords(given, input)).toEqual(words);
});
