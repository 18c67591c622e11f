import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";

/** A schema converted to the message `Schema` of CES, and the paths of the keywords that CES does not support. */
export interface CesSchema {
  readonly schema: JsonObject;
  readonly unsupported: readonly Path[];
}

/** Converts a schema for CES. `definitions` has the shared schemas that the schema refers to; they become `defs` of the result. */
export function cesSchema(json: JsonObject, definitions: ReadonlyMap<string, JsonObject>): CesSchema {
  const unsupported: Path[] = [];
  const schema = convert(json, [], unsupported);
  // A path in a shared schema does not exist in the root schema, so the caller reports the unsupported keyword at the root.
  const defs = [...definitions].map(([name, each]): [string, Json] => [name, convert(each, [], unsupported)]);
  return { schema: { ...schema, ...(defs.length === 0 ? {} : { defs: Object.fromEntries(defs) }) }, unsupported };
}

function convert(json: Json, path: Path, unsupported: Path[]): JsonObject {
  if (!isObject(json)) {
    if (json === false) unsupported.push(path);
    return { type: "OBJECT" };
  }
  const { type, anyOf } = json;
  const alternatives = isArray(anyOf) && anyOf.length === 2 && isNull(anyOf[1]) ? anyOf[0] : undefined;
  if (alternatives !== undefined && isObject(alternatives)) {
    const { anyOf: _alternatives, ...rest } = json;
    return { ...convert({ ...alternatives, ...rest }, path, unsupported), nullable: true };
  }
  const types = isArray(type) ? type.filter((each) => each !== "null") : type === undefined ? [] : [type];
  if (types.length > 1) unsupported.push([...path, "type"]);
  const members = Object.entries(json).flatMap(([keyword, value]): [string, Json][] =>
    value === undefined ? [] : convertKeyword({ keyword, value, path: [...path, keyword] }, unsupported),
  );
  return {
    // The target of `$ref` has a `type`, so a schema with `$ref` needs no `type` of its own.
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

function convertKeyword({ keyword, value, path }: KeywordInput, unsupported: Path[]): [string, Json][] {
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
    // In proto3 JSON, 64-bit integers are strings.
    case "minItems":
    case "maxItems":
      return [[keyword, String(value)]];
    case "enum":
      // CES accepts only strings in `enum`, so numbers become strings. Null is omitted, since `nullable` expresses it.
      return [
        [
          keyword,
          itemsIn(value)
            .filter((each) => each !== null)
            .map((each) => (typeof each === "string" ? each : JSON.stringify(each))),
        ],
      ];
    case "const":
      return [["enum", [typeof value === "string" ? value : JSON.stringify(value)]]];
    case "required":
      return isArray(value) && value.length > 0 ? [[keyword, value]] : [];
    case "properties":
      return isObject(value) && Object.keys(value).length > 0 ? [[keyword, mapped(value, path, unsupported)]] : [];
    case "items":
      return [[keyword, convert(value, path, unsupported)]];
    case "additionalProperties":
      return typeof value === "boolean" ? [[keyword, value]] : [[keyword, convert(value, path, unsupported)]];
    case "anyOf":
    case "prefixItems":
      return [[keyword, itemsIn(value).map((each, index) => convert(each, [...path, index], unsupported))]];
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
      if (!keyword.startsWith("x-")) unsupported.push(path);
      return [];
  }
}

function mapped(value: JsonObject, path: Path, unsupported: Path[]): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each ?? true, [...path, name], unsupported)]));
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
