import type { MediaType, Operation, Response } from "../../document/openapi/read/operation.ts";
import type { ResponseBinding } from "../../runtime/binding.ts";
import { originsIn } from "../../schema/convert/invalid-values.ts";
import type { SchemaLibrary, SchemaUse } from "../../schema/schema-library.ts";
import { isObject, type Json, type JsonSchema } from "../../source/json/json.ts";
import { originOfValue } from "../../source/tree.ts";
import { anyIfBroken, anyOf, arraySchema, asObject, literalSchema, resultObject } from "../schemas/build-schema.ts";
import { isObjectSchema } from "./is-object.ts";
import { isEventStream, isMediaType, isPlainText, kindOf, type MediaKind, preferredForResponse } from "./media-type.ts";
import { followReferences } from "./object-members.ts";

export interface OperationOutput {
  readonly output: SchemaUse;
  readonly form: "object" | "result";
  readonly responses: readonly ResponseBinding[];
}

/** Lowers the result of a successful call. A result that is not an object becomes the member `result` of an object. */
export function lowerOutput(operation: Operation, schemas: SchemaLibrary): OperationOutput {
  const origin = originOfValue(operation.node.tree, operation.node.path);
  const responses = successes(operation.responses).flatMap((response) => lowerResponse(response, operation.method, schemas));
  // If the document describes no response, any result is accepted.
  const described = responses.flatMap(({ use }) => use ?? []);
  const uses = described.length === 0 ? [literalSchema({}, origin)] : described.map(anyIfBroken);
  const isObject = uses.every((use) => isObjectSchema(use, schemas));
  const union = anyOf(uses, origin);
  const output = isObject ? asObject(union) : resultObject(union, origin);
  const broken = originsIn([output.broken, ...described.map((use) => use.broken)]);
  return {
    output: { ...output, broken },
    form: isObject ? "object" : "result",
    responses: responses.map(({ binding }) => binding),
  };
}

/**
 * The 2xx responses. If the document describes none, the response `default`. In documents with 2xx responses, `default` usually describes
 * errors.
 */
function successes(responses: readonly Response[]): readonly Response[] {
  const found = responses.filter(({ status }) => status.startsWith("2"));
  return found.length > 0 ? found : responses.filter(({ status }) => status === "default");
}

/** Statuses without content (RFC 9110 §15.3.5 and §15.3.6), for which many documents describe content nevertheless. */
const neverHasContent = ["204", "205"];

interface LoweredResponse {
  /** `undefined` if the response is not part of the output schema. */
  readonly use: SchemaUse | undefined;
  readonly binding: ResponseBinding;
}

function lowerResponse({ status, content, origin }: Response, method: string, schemas: SchemaLibrary): LoweredResponse[] {
  if (content === undefined) return [{ use: literalSchema({}, origin), binding: { status, contentType: "*/*", body: "json" } }];
  const preferred = preferredForResponse(content);
  if (preferred === undefined || method === "HEAD" || neverHasContent.includes(status))
    return [{ use: literalSchema({ type: "null" }, origin), binding: { status, contentType: null, body: "none" } }];
  // A service may return any media type that the document lists. All media types that are parsed like the preferred one are accepted, each
  // with its own schema.
  const body = readAs[kindOf(preferred.mediaType)];
  const chosen = content.filter(({ mediaType }) => readAs[kindOf(mediaType)] === body);
  const others = content.filter((each) => !chosen.includes(each) && isMediaType(each.mediaType));
  return [
    ...chosen.map((each) => lowerContent(each, status, schemas)),
    ...others.map((each) => ({ use: undefined, binding: otherBinding(each, { status, preferred: body }, schemas) })),
  ];
}

/**
 * The binding for a media type that is parsed in another way than the preferred one. Its schema is not part of the output schema: services
 * return the preferred media type, and every result would otherwise be a union such as `Order | string`, because many documents list XML or
 * text beside each JSON.
 */
function otherBinding(
  content: MediaType,
  { status, preferred }: { readonly status: string; readonly preferred: ResponseBinding["body"] },
  schemas: SchemaLibrary,
): ResponseBinding {
  const { mediaType } = content;
  const body = preferred === "json" && isJsonAsText(content, schemas) ? "json" : lowerContent(content, status, schemas).binding.body;
  return { status, contentType: mediaType, body };
}

/** Whether the content is JSON that is labelled as text. Some frameworks list `text/plain` beside each `application/json`. */
function isJsonAsText({ mediaType, schema }: MediaType, schemas: SchemaLibrary): boolean {
  if (!isPlainText(mediaType) || schema === undefined) return false;
  const use = schemas.convert(schema, "output");
  return isObjectSchema(use, schemas) || followReferences(use, schemas).schema.json.type === "array";
}

const readAs: { readonly [kind in MediaKind]: ResponseBinding["body"] } = {
  json: "json",
  sequence: "sequence",
  text: "text",
  form: "text",
  multipart: "text",
  binary: "binary",
};

function lowerContent(content: MediaType, status: string, schemas: SchemaLibrary): LoweredResponse {
  const { mediaType } = content;
  if (kindOf(mediaType) === "sequence") return sequenceOf(content, status, schemas);
  return { use: useOf(content, schemas), binding: { status, contentType: mediaType, body: readAs[kindOf(mediaType)] } };
}

/**
 * Lowers a sequence (OpenAPI 3.2 §4.14). `itemSchema` describes an item; in server-sent events, an item is a whole event. `schema`
 * describes the sequence as an array. In documents without `itemSchema`, however, `schema` usually describes an item, or only the `data` of
 * an event.
 */
function sequenceOf({ mediaType, schema, itemSchema, origin }: MediaType, status: string, schemas: SchemaLibrary): LoweredResponse {
  const binding = { status, contentType: mediaType, body: "sequence" } as const;
  const place = itemSchema ?? schema;
  if (place === undefined) return { use: arraySchema(literalSchema({}, origin), origin), binding };
  const use = schemas.convert(place, "output");
  const described = followReferences(use, schemas).schema.json;
  const isWhole = itemSchema === undefined && described.type === "array";
  const response = { use: isWhole ? use : arraySchema(use, origin), binding };
  if (itemSchema !== undefined || !isEventStream(mediaType)) return response;
  const item = isWhole
    ? followReferences({ ...use, schema: { ...use.schema, json: objectOrAny(described.items) } }, schemas).schema.json
    : described;
  if (describesEvent(item)) return response;
  return { use: response.use, binding: { ...binding, body: item.type === "string" ? "event-text" : "event-data" } };
}

function objectOrAny(schema: Json | undefined): JsonSchema {
  return isObject(schema) ? schema : {};
}

/** Whether a schema describes the fields of a server-sent event. */
function describesEvent({ properties }: JsonSchema): boolean {
  return isObject(properties) && Object.hasOwn(properties, "data") && Object.keys(properties).every((name) => eventFields.includes(name));
}

const eventFields = ["data", "event", "id", "retry"];

function useOf({ mediaType, schema, origin }: MediaType, schemas: SchemaLibrary): SchemaUse {
  switch (kindOf(mediaType)) {
    case "json":
    case "sequence":
      return schema === undefined ? literalSchema({}, origin) : schemas.convert(schema, "output");
    case "text":
    case "form":
    case "multipart":
      return literalSchema({ type: "string" }, origin);
    case "binary":
      return literalSchema(binaryResult, origin);
  }
}

/** The schema of bytes as the run-time library returns them. */
const binaryResult = {
  type: "object",
  properties: { mediaType: { type: "string" }, base64: { type: "string", contentEncoding: "base64" } },
  required: ["mediaType", "base64"],
};
