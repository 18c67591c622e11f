import type { SchemaPlace } from "../../../schema/convert/converted.ts";
import { isArray, type Json } from "../../../source/json/json.ts";
import { originOfKey, originOfValue } from "../../../source/tree.ts";
import type { Encoding, Located, MediaType, RequestBody, Response } from "./operation.ts";
import { readEncodings } from "./read-encoding.ts";
import { readExamples } from "./read-examples.ts";
import { readFormField } from "./read-parameter.ts";
import { at, type DocumentReader, entriesOf, follow, stringOrEmpty } from "./reader.ts";

/** Reads a Request Body Object of 3.x. */
export function readRequestBody(place: Located, reader: DocumentReader): RequestBody {
  const { tree, path, value } = place;
  const content = readContent(at(place, "content"), reader);
  return { required: value.required === true, description: stringOrEmpty(value.description), content, origin: originOfValue(tree, path) };
}

/**
 * Reads the body of a request in 2.0, which is described by one body parameter or by all form parameters. Each media type in `consumes`
 * that suits the parameters becomes a media type of the body.
 */
export function readRequestBody2(parameters: readonly Located[], consumes: Json | undefined): RequestBody | undefined {
  const body = parameters.find(({ value }) => value.in === "body");
  if (body !== undefined) return readBodyParameter(body, consumes);
  const fields = parameters.filter(({ value }) => value.in === "formData").map(readFormField);
  const [first] = fields;
  if (first === undefined) return undefined;
  const authored = mediaTypesOf(consumes).filter((name) => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(name));
  const types =
    authored.length > 0 ? authored : [fields.some(({ isFile }) => isFile) ? "multipart/form-data" : "application/x-www-form-urlencoded"];
  const content = types.map((mediaType): MediaType => ({ ...emptyMediaType, mediaType, fields, origin: first.origin }));
  return { required: fields.some(({ required }) => required), description: "", content, origin: first.origin };
}

function readBodyParameter(place: Located, consumes: Json | undefined): RequestBody {
  const { tree, path, value } = place;
  const schema = schemaPlace(place, "schema");
  const origin = originOfValue(tree, path);
  const content = typesOrJson(consumes).map((mediaType): MediaType => ({ ...emptyMediaType, mediaType, schema, origin }));
  return { required: value.required === true, description: stringOrEmpty(value.description), content, origin };
}

const emptyMediaType = { schema: undefined, itemSchema: undefined, fields: [], encoding: new Map<string, Encoding>(), examples: [] };

/** Reads a response. If its reference has no target, or a needed value is invalid, the content is `undefined`. */
export function readResponse(
  [written, key]: readonly [string, Located<Json>],
  produces: Json | undefined,
  reader: DocumentReader,
): Response {
  const status = normalStatus(written);
  const { target, places } = follow(key, reader);
  const origin = originOfKey(key.tree, key.path);
  const isBroken = target === undefined || places.some(({ tree, path }) => reader.invalidPaths.around(tree, path) !== undefined);
  if (isBroken) return { status, description: "", content: undefined, origin };
  const description = stringOrEmpty(target.value.description);
  if (reader.version === "2.0") return { status, description, content: readContent2(target, produces), origin };
  const content = at(target, "content");
  const isContentBroken = content !== undefined && reader.invalidPaths.around(content.tree, content.path) !== undefined;
  return { status, description, content: isContentBroken ? undefined : readContent(content, reader), origin };
}

function normalStatus(status: string): string {
  return status === "default" ? status : status.toUpperCase();
}

function readContent2(response: Located, produces: Json | undefined): MediaType[] {
  const schema = schemaPlace(response, "schema");
  if (schema === undefined) return [];
  const origin = originOfValue(schema.tree, schema.path);
  return typesOrJson(produces).map((mediaType) => ({ ...emptyMediaType, mediaType, schema, origin }));
}

function typesOrJson(types: Json | undefined): string[] {
  const authored = mediaTypesOf(types);
  return authored.length > 0 ? authored : ["application/json"];
}

function mediaTypesOf(types: Json | undefined): string[] {
  return isArray(types) ? types.filter((name) => typeof name === "string") : [];
}

function readContent(content: Located<Json> | undefined, reader: DocumentReader): MediaType[] {
  return entriesOf(content).map(([mediaType, place]) => {
    const target = follow(place, reader).target ?? { ...place, value: {} };
    return {
      mediaType,
      schema: schemaPlace(target, "schema"),
      itemSchema: reader.version === "3.2" ? schemaPlace(target, "itemSchema") : undefined,
      fields: [],
      encoding: readEncodings(target, reader),
      examples: readExamples(target, reader),
      origin: originOfKey(place.tree, place.path),
    };
  });
}

function schemaPlace(holder: Located, name: string): SchemaPlace | undefined {
  const place = at(holder, name);
  return place === undefined ? undefined : { tree: place.tree, path: place.path };
}
