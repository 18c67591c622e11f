import { type Json, member } from "../../../source/json/json.ts";
import { originOfValue } from "../../../source/tree.ts";
import type { Example, Located } from "./operation.ts";
import { at, type DocumentReader, entriesOf, follow } from "./reader.ts";

/** Reads the examples of a parameter or a media type (3.2 §4.19), in the document's order. External and serialized values are omitted. */
export function readExamples(place: Located, reader: DocumentReader): Example[] {
  const single = at(place, "example");
  if (single !== undefined) return [exampleAt(single)];
  return entriesOf(at(place, "examples")).flatMap(([, entry]) => {
    const { target } = follow(entry, reader);
    // Since OpenAPI 3.2, the parsed value may be in `dataValue` instead of `value`.
    const name = member(target?.value, "dataValue") === undefined ? "value" : "dataValue";
    const value = target && at(target, name);
    return value === undefined ? [] : [exampleAt(value)];
  });
}

function exampleAt({ tree, path, value }: Located<Json>): Example {
  return { value, origin: originOfValue(tree, path) };
}
