import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json.ts";
import type { Path } from "../../source/tree.ts";

/** A schema in the form of CES's `Schema`, and the paths of unsupported keywords. */
export interface CesSchema {
  readonly schema: JsonObject;
  readonly unsupported: readonly Path[];
}

/** `definitions` are the shared schemas that it reaches; they go to the root. */
export function cesSchema(json: JsonObject, definitions: ReadonlyMap<string, JsonObject>): CesSchema {
  const lost: Path[] = [];
  const schema = convert(json, [], lost);
  // Unsupported keywords of a shared schema are reported at the root's reference to it.
  const defs = [...definitions].map(([name, each]): [string, Json] => [name, convert(each, [], lost)]);
  return { schema: { ...schema, ...(defs.length === 0 ? {} : { defs: Object.fromEntries(defs) }) }, unsupported: lost };
}

function convert(json: Json, path: Path, lost: Path[]): JsonObject {
  if (!isObject(json)) {
    if (json === false) lost.push(path);
    return { type: "OBJECT" };
  }
  const { type, anyOf } = json;
  const alternatives = isArray(anyOf) && anyOf.length === 2 && isNull(anyOf[1]) ? anyOf[0] : undefined;
  if (alternatives !== undefined && isObject(alternatives)) {
    const { anyOf: _alternatives, ...rest } = json;
    return { ...convert({ ...alternatives, ...rest }, path, lost), nullable: true };
  }
  const types = isArray(type) ? type.filter((each) => each !== "null") : type === undefined ? [] : [type];
  if (types.length > 1) lost.push([...path, "type"]);
  const members = Object.entries(json).flatMap(([keyword, value]): [string, Json][] =>
    value === undefined ? [] : convertKeyword({ keyword, value, path: [...path, keyword] }, lost),
  );
  return {
    // A reference says what the type is.
    ...(types.length === 0 && json.$ref !== undefined ? {} : { type: nameOf(types[0]) ?? implied(json) }),
    ...(isArray(type) && type.includes("null") ? { nullable: true } : {}),
    ...Object.fromEntries(members),
  };
}

interface KeywordInput {
  readonly keyword: string;
  readonly value: Json;
  readonly path: Path;
}

function convertKeyword({ keyword, value, path }: KeywordInput, lost: Path[]): [string, Json][] {
  switch (keyword) {
    case "type":
      return [];
    case "title":
    case "description":
    case "default":
    case "uniqueItems":
    case "minimum":
    case "maximum":
      return [[keyword, value]];
    // proto3 JSON writes 64-bit integers as text.
    case "minItems":
    case "maxItems":
      return [[keyword, String(value)]];
    case "enum":
      // Numbers are written as text too; null is what `nullable` says.
      return [
        [
          keyword,
          (isArray(value) ? value : [])
            .filter((each) => each !== null)
            .map((each) => (typeof each === "string" ? each : JSON.stringify(each))),
        ],
      ];
    case "const":
      return [["enum", [typeof value === "string" ? value : JSON.stringify(value)]]];
    case "required":
      return isArray(value) && value.length > 0 ? [[keyword, value]] : [];
    case "properties":
      return isObject(value) && Object.keys(value).length > 0 ? [[keyword, mapped(value, path, lost)]] : [];
    case "items":
      return [[keyword, convert(value, path, lost)]];
    case "additionalProperties":
      return typeof value === "boolean" ? [[keyword, value]] : [[keyword, convert(value, path, lost)]];
    case "anyOf":
    case "prefixItems":
      return [[keyword, (isArray(value) ? value : []).map((each, index) => convert(each, [...path, index], lost))]];
    case "$ref": {
      const name = sharedSchemaName(value);
      return name === undefined ? [] : [["ref", `#/defs/${name}`]];
    }
    case "deprecated":
    case "examples":
    case "$comment":
    case "readOnly":
    case "writeOnly":
      return [];
    default:
      if (!keyword.startsWith("x-")) lost.push(path);
      return [];
  }
}

function mapped(value: JsonObject, path: Path, lost: Path[]): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each ?? true, [...path, name], lost)]));
}

function isNull(schema: Json | undefined): boolean {
  return isObject(schema) && schema.type === "null";
}

function nameOf(type: Json | undefined): string | undefined {
  return typeof type === "string" && type !== "null" ? type.toUpperCase() : undefined;
}

/** The type of a schema without `type`, since CES requires one. */
function implied({ enum: values, items, prefixItems, minimum, maximum }: JsonObject): string {
  if (isArray(values) && values.some((each) => typeof each === "string")) return "STRING";
  if (items !== undefined || prefixItems !== undefined) return "ARRAY";
  return minimum !== undefined || maximum !== undefined ? "NUMBER" : "OBJECT";
}
