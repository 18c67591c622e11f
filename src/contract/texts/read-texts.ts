import { isArray, isObject, itemsIn, type Json, type JsonObject } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";

/** A place of a contract at which a model reads something. */
export interface TextPlace {
  /** The tool or the shared schema that contains the place; `undefined` for the names and descriptions of the toolset's groups. */
  readonly owner: TextOwner | undefined;
  /** The value that is described: the names of members, and `*` for all items and other members. Empty for the tool itself. */
  readonly members: readonly string[];
  /** What describes it: a keyword, a member of the tool, `hint <name>`, or `properties` for the names of its members. */
  readonly keyword: string;
  /** The path of the first schema that has the keyword, in the owner. */
  readonly path: Path;
}

/** What a model reads at one place, such as the values of an `enum`. */
export interface ReadTexts extends TextPlace {
  /** The distinct texts. A value that is no text is its JSON. */
  readonly texts: ReadonlySet<string>;
}

/** `id` is the name of a shared schema, or the `id` of a tool: it remains when the tool gets another name. */
export interface TextOwner {
  readonly kind: "tool" | "schema";
  readonly id: string;
  /** The name of the tool or the schema. */
  readonly name: string;
}

/** Keywords whose values are data that a model reads. */
const dataKeywords: ReadonlySet<string> = new Set(["enum", "const", "default", "examples", "example"]);
/** Keywords whose value is a list, each of whose items is a text of its own. */
const listKeywords: ReadonlySet<string> = new Set(["enum", "examples"]);
/** Keywords that name types and members that are described elsewhere, and no words. */
const withoutWords: ReadonlySet<string> = new Set(["type", "$ref", "$dynamicRef", "required", "dependentRequired"]);
/** Keywords whose schemas describe the items or other members of a value. */
const innerKeywords: ReadonlySet<string> = new Set([
  ...["items", "prefixItems", "contains", "unevaluatedItems", "additionalProperties", "unevaluatedProperties", "propertyNames"],
]);

/**
 * Everything in a contract that a model reads and that is not a type or a limit: names, titles, descriptions, hints, defaults, enums, examples
 * and patterns. The key of an entry identifies its place, whatever alternatives and conjunctions are around it.
 */
export function readTexts(contract: JsonObject): ReadonlyMap<string, ReadTexts> {
  const found = new Map<string, ReadTexts & { readonly texts: Set<string> }>();
  const add: Add = (place, text) => {
    const { owner, members, keyword } = place;
    const key = JSON.stringify([owner?.kind ?? "", owner?.id ?? "", ...members, keyword]);
    const known = found.get(key) ?? { ...place, texts: new Set() };
    found.set(key, known);
    known.texts.add(typeof text === "string" ? text : JSON.stringify(text));
  };
  for (const tool of itemsIn(contract.tools)) if (isObject(tool)) readTool(tool, add);
  for (const [name, schema] of Object.entries(isObject(contract.schemas) ? contract.schemas : {}))
    readSchema(schema, { owner: { kind: "schema", id: name, name }, members: [], path: [] }, add);
  for (const group of itemsIn(contract.groups)) {
    if (!isObject(group)) continue;
    const place = { owner: undefined, members: [String(group.name)], path: [] };
    add({ ...place, keyword: "name" }, group.name ?? "");
    if (typeof group.description === "string" && group.description !== "") add({ ...place, keyword: "description" }, group.description);
  }
  return found;
}

type Add = (place: TextPlace, text: Json) => void;
type SchemaPlace = Omit<TextPlace, "keyword">;

function readTool(tool: JsonObject, add: Add): void {
  const owner: TextOwner = { kind: "tool", id: String(tool.id), name: String(tool.name) };
  const place = { owner, members: [], path: [] };
  for (const member of ["name", "title", "description"]) {
    const text = tool[member];
    if (typeof text === "string" && text !== "") add({ ...place, keyword: member }, text);
  }
  for (const [hint, value] of Object.entries(isObject(tool.annotations) ? tool.annotations : {}))
    add({ ...place, keyword: `hint ${hint}` }, value);
  for (const example of itemsIn(tool.examples)) add({ ...place, keyword: "examples" }, example);
  for (const side of ["input", "output"]) readSchema(tool[side] ?? {}, { owner, members: [side], path: [side] }, add);
}

function readSchema(schema: Json, place: SchemaPlace, add: Add): void {
  if (isArray(schema)) for (const [index, item] of schema.entries()) readSchema(item, inside(place, [index]), add);
  if (!isObject(schema)) return;
  const { owner, members, path } = place;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = { owner, members, keyword, path: [...path, keyword] };
    if (dataKeywords.has(keyword)) for (const item of listKeywords.has(keyword) ? itemsIn(value) : [value]) add(at, item);
    else if (keyword === "properties" || keyword === "patternProperties") {
      for (const [name, inner] of Object.entries(isObject(value) ? value : {})) {
        add({ ...at, keyword: "properties", path: [...path, keyword, name] }, name);
        readSchema(inner, { owner, members: [...members, name], path: [...path, keyword, name] }, add);
      }
    } else if (innerKeywords.has(keyword)) readSchema(value, { owner, members: [...members, "*"], path: [...path, keyword] }, add);
    else if (typeof value === "string" && !withoutWords.has(keyword)) add(at, value);
    else if (!withoutWords.has(keyword)) readSchema(value, inside(place, [keyword]), add);
  }
}

function inside(place: SchemaPlace, steps: Path): SchemaPlace {
  return { ...place, path: [...place.path, ...steps] };
}
