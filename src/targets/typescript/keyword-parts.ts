import { isCheckedFormat, type KeywordPart, keywordPartNames } from "../../runtime/schema/keyword-parts.ts";
import { allKeywords } from "../../runtime/schema/keywords/all.ts";
import { eachSubschema } from "../../schema/keywords.ts";
import { referencesOf } from "../../schema/references.ts";
import { isObject, type Json, type JsonObject } from "../../source/json/json.ts";

export type SchemasByName = ReadonlyMap<string, { readonly json: JsonObject }>;

/** A part of the run-time library that checks keywords, or makes messages of them. */
export type SchemaPartName = KeywordPart | "examples";

/** The parts of the run-time library that check the keywords of a schema and of the schemas to which it refers, or make messages of them. */
export function keywordParts(schema: JsonObject, shared: SchemasByName): ReadonlySet<SchemaPartName> {
  const known = closures.get(schema);
  if (known !== undefined) return known;
  const found = new Set<SchemaPartName>();
  const schemas = new Set([schema]);
  // The set grows while it is iterated, until all schemas are visited.
  for (const each of schemas) {
    for (const part of ownParts(each)) found.add(part);
    for (const name of referencesOf(each)) {
      const target = shared.get(name);
      if (target !== undefined) schemas.add(target.json);
    }
  }
  closures.set(schema, found);
  return found;
}

/** The results of `keywordParts`, and those without references. They remain valid, since a converted schema never changes. */
const closures = new WeakMap<JsonObject, ReadonlySet<SchemaPartName>>();
const own = new WeakMap<JsonObject, ReadonlySet<SchemaPartName>>();

function ownParts(schema: JsonObject): ReadonlySet<SchemaPartName> {
  const known = own.get(schema);
  if (known !== undefined) return known;
  const found = new Set<SchemaPartName>();
  const visit = (node: Json): void => {
    if (!isObject(node)) return;
    for (const keyword in node) {
      const part = partOf(keyword, node[keyword]);
      if (part !== undefined) found.add(part);
    }
    eachSubschema(node, visit);
  };
  visit(schema);
  own.set(schema, found);
  return found;
}

/** The part that uses a keyword with this value; `undefined` for one that every validator checks, and for one that none uses. */
function partOf(keyword: string, limit: Json | undefined): SchemaPartName | undefined {
  return keyword === "format" && !isCheckedFormat(limit) ? undefined : parts.get(keyword);
}

const parts: ReadonlyMap<string, SchemaPartName> = new Map<string, SchemaPartName>([
  ...keywordPartNames.flatMap((part) => Object.keys(allKeywords[part]).map((keyword) => [keyword, part] as const)),
  // What a message may give as an example.
  ...["example", "examples", "default"].map((keyword) => [keyword, "examples"] as const),
]);
