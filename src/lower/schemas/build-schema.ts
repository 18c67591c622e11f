import type { Move } from "../../ir/ir.ts";
import { originsIn } from "../../schema/convert/invalid-values.ts";
import { referencesOf } from "../../schema/references.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import type { Json, JsonSchema } from "../../source/json/json.ts";
import { type Origin, originOfValue, type Path, startsWith, valueAt } from "../../source/tree.ts";

/** A member of an object schema that the compiler builds. */
export interface Property {
  readonly name: string;
  readonly use: SchemaUse;
  readonly required: boolean;
}

/** A schema that the compiler itself writes. No part of it comes from a document or definition. */
export function literalSchema(json: JsonSchema, origin: Origin): SchemaUse {
  return { schema: { json, origin, moves: [] }, uses: [], broken: [] };
}

/** An object schema that allows only the given properties, such as the input of a tool. */
export function closedObject(properties: readonly Property[], origin: Origin): SchemaUse {
  return objectOf(properties, { additionalProperties: false }, origin);
}

/** An object schema that also allows other properties, such as the output of a tool. */
export function openObject(properties: readonly Property[], origin: Origin): SchemaUse {
  return objectOf(properties, {}, origin);
}

function objectOf(properties: readonly Property[], settings: JsonSchema, origin: Origin): SchemaUse {
  const schemas: [string, Json][] = [];
  const required: string[] = [];
  const parts: Part[] = [];
  for (const property of properties) {
    schemas.push([property.name, property.use.schema.json]);
    if (property.required) required.push(property.name);
    parts.push({ at: ["properties", property.name], use: property.use });
  }
  return composed({ type: "object", properties: Object.fromEntries(schemas), required, ...settings }, parts, origin);
}

/** The union of schemas, without duplicates. If only one schema remains, it is returned unchanged. */
export function anyOf(uses: readonly SchemaUse[], origin: Origin): SchemaUse {
  const [first] = uses;
  if (first !== undefined && uses.length === 1) return first;
  const distinct = [...new Map(uses.map((use) => [JSON.stringify(use.schema.json), use])).values()];
  const [only] = distinct;
  return only !== undefined && distinct.length === 1 ? only : combined("anyOf", distinct, origin);
}

export function arraySchema(items: SchemaUse, origin: Origin): SchemaUse {
  return composed({ type: "array", items: items.schema.json }, [{ at: ["items"], use: items }], origin);
}

/** The schema with additional annotations, such as a description. `from` is the object of the document that has them. */
export function annotated(use: SchemaUse, annotations: JsonSchema, from?: Origin): SchemaUse {
  const keywords = Object.keys(annotations);
  if (keywords.length === 0) return use;
  const moves = from === undefined ? [] : keywords.flatMap((keyword) => moveOf(keyword, from));
  return { ...use, schema: { ...use.schema, json: { ...use.schema.json, ...annotations }, moves: [...use.schema.moves, ...moves] } };
}

function moveOf(keyword: string, { tree, path }: Origin): Move[] {
  const at = [...path, keyword];
  return valueAt(tree, at) === undefined ? [] : [{ at: [keyword], origin: originOfValue(tree, at) }];
}

/** The subschema `json`, which is at `path` in another schema, with the origins of its own parts. */
export function partAt({ schema, broken }: SchemaUse, path: Path, json: JsonSchema): SchemaUse {
  const inside = schema.moves.filter(({ at }) => startsWith(at, path));
  const moved = inside.findLast(({ at }) => at.length === path.length)?.origin;
  const origin = moved ?? { ...schema.origin, path: [...schema.origin.path, ...path] };
  const moves = inside.filter(({ at }) => at.length > path.length).map((move) => ({ at: move.at.slice(path.length), origin: move.origin }));
  return { schema: { json, origin, moves }, uses: referencesOf(json), broken };
}

/** Adds to the composed schema `json` the origins, references and invalid values of the subschemas in `parts`. */
function composed(json: JsonSchema, parts: readonly Part[], origin: Origin): SchemaUse {
  const moves: Move[] = [];
  const uses: string[] = [];
  for (const { at, use } of parts) {
    // `originOf` uses the last move that matches, so the move of a subschema precedes the moves inside the subschema.
    moves.push({ at, origin: use.schema.origin });
    for (const move of use.schema.moves) moves.push({ at: [...at, ...move.at], origin: move.origin });
    for (const name of use.uses) uses.push(name);
  }
  return { schema: { json, origin, moves }, uses, broken: originsIn(parts.map(({ use }) => use.broken)) };
}

interface Part {
  readonly at: Path;
  readonly use: SchemaUse;
}

function combined(keyword: "anyOf", uses: readonly SchemaUse[], origin: Origin): SchemaUse {
  const json = { [keyword]: uses.map(({ schema }) => schema.json) };
  return composed(
    json,
    uses.map((use, index): Part => ({ at: [keyword, index], use })),
    origin,
  );
}

/**
 * Returns a valid schema unchanged. For a schema with invalid parts, returns a schema that accepts any value, with the invalid parts in
 * `broken`.
 */
export function anyIfBroken(use: SchemaUse): SchemaUse {
  return use.broken.length === 0 ? use : { schema: { json: {}, origin: use.schema.origin, moves: [] }, uses: [], broken: use.broken };
}

/**
 * Adds `type: object`, which MCP requires of inputs and outputs. A schema without `$ref`, `allOf`, `anyOf` and `oneOf` also gets
 * `properties` and `required`.
 */
export function asObject(use: SchemaUse): SchemaUse {
  const { json } = use.schema;
  const isComposed = ["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => json[keyword] !== undefined);
  const members = isComposed ? {} : { properties: json.properties ?? {}, required: json.required ?? [] };
  // The first `...object` determines the position of `type` in the JSON text, the last one its value.
  const object = { type: "object" };
  return { ...use, schema: { ...use.schema, json: { ...object, ...json, ...members, ...object } } };
}

/** The schema of an object `{ result }`. A tool returns a result that is not an object as the member `result` of such an object. */
export function resultObject(use: SchemaUse, origin: Origin): SchemaUse {
  return openObject([{ name: "result", use, required: true }], origin);
}
