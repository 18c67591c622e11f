import type { MediaType, Operation, Response } from "../../document/openapi/operation.ts";
import type { ResponseBinding } from "../../runtime/binding.ts";
import type { SchemaUse } from "../../schema/schema-library.ts";
import { isObject, type Json, type JsonSchema } from "../../source/json.ts";
import { originOfValue } from "../../source/tree.ts";
import { anyIfBroken, anyOf, arraySchema, asObject, literalSchema, resultObject } from "../build-schema.ts";
import type { DocumentSchemas } from "../schema-source.ts";
import { isObjectSchema } from "./is-object.ts";
import { isEventStream, kindOf, type MediaKind, preferredForResponse } from "./media-type.ts";
import { followReferences } from "./object-members.ts";

export interface OperationOutput {
  readonly output: SchemaUse;
  readonly form: "object" | "result";
  readonly responses: readonly ResponseBinding[];
}

/** Lowers the result of a successful call: an object as it is, any other value as `{ result }`. */
export function lowerOutput(operation: Operation, schemas: DocumentSchemas): OperationOutput {
  const origin = originOfValue(operation.node.tree, operation.node.path);
  const answers = successes(operation.responses).flatMap((response) => lowerResponse(response, operation.method, schemas));
  // Without a response, any result is accepted.
  const uses = answers.length === 0 ? [literalSchema({}, origin)] : answers.map(({ use }) => anyIfBroken(use));
  const isObject = uses.every((use) => isObjectSchema(use, schemas));
  const union = anyOf(uses, origin);
  const broken = answers.flatMap(({ use }) => use.broken);
  const output = isObject ? asObject(union) : resultObject(union, origin);
  return {
    output: { ...output, broken: [...new Set([...output.broken, ...broken])] },
    form: isObject ? "object" : "result",
    responses: answers.map(({ binding }) => binding),
  };
}

/** The 2xx responses, or `default` if there are none. Otherwise `default` usually describes errors. */
function successes(responses: readonly Response[]): readonly Response[] {
  const found = responses.filter(({ status }) => status.startsWith("2"));
  return found.length > 0 ? found : responses.filter(({ status }) => status === "default");
}

/** RFC 9110 §15.3.5 and §15.3.6. Many documents describe content for a 204 nevertheless. */
const neverHasContent = ["204", "205"];

interface LoweredResponse {
  readonly use: SchemaUse;
  readonly binding: ResponseBinding;
}

function lowerResponse({ status, content, origin }: Response, method: string, schemas: DocumentSchemas): LoweredResponse[] {
  if (content === undefined) return [{ use: literalSchema({}, origin), binding: { status, contentType: "*/*", body: "json" } }];
  const preferred = preferredForResponse(content);
  if (preferred === undefined || method === "HEAD" || neverHasContent.includes(status))
    return [{ use: literalSchema({ type: "null" }, origin), binding: { status, contentType: null, body: "none" } }];
  // A service may return any accepted media type: all that are parsed the same way, each with its own schema.
  const body = readAs[kindOf(preferred.mediaType)];
  const chosen = content.filter(({ mediaType }) => readAs[kindOf(mediaType)] === body);
  return chosen.map((each) => lowerContent(each, status, schemas));
}

const readAs: { readonly [kind in MediaKind]: ResponseBinding["body"] } = {
  json: "json",
  sequence: "sequence",
  text: "text",
  form: "text",
  multipart: "text",
  binary: "binary",
};

function lowerContent(content: MediaType, status: string, schemas: DocumentSchemas): LoweredResponse {
  const { mediaType } = content;
  if (kindOf(mediaType) === "sequence") return sequenceOf(content, status, schemas);
  return { use: useOf(content, schemas), binding: { status, contentType: mediaType, body: readAs[kindOf(mediaType)] } };
}

/**
 * OpenAPI 3.2 §4.14: `itemSchema` describes an item, for server-sent events the event; `schema` describes the whole sequence as an array.
 * Documents without `itemSchema` usually have the schema of an item as `schema`, and for events the schema of `data`.
 */
function sequenceOf({ mediaType, schema, itemSchema, origin }: MediaType, status: string, schemas: DocumentSchemas): LoweredResponse {
  const binding = { status, contentType: mediaType, body: "sequence" } as const;
  const place = itemSchema ?? schema;
  if (place === undefined) return { use: arraySchema(literalSchema({}, origin), origin), binding };
  const use = schemas.convert(place, "output");
  const described = followReferences(use, schemas).schema.json;
  const isWhole = itemSchema === undefined && described.type === "array";
  const answer = { use: isWhole ? use : arraySchema(use, origin), binding };
  if (itemSchema !== undefined || !isEventStream(mediaType)) return answer;
  const item = isWhole
    ? followReferences({ ...use, schema: { ...use.schema, json: objectOrAny(described.items) } }, schemas).schema.json
    : described;
  if (describesEvent(item)) return answer;
  return { use: answer.use, binding: { ...binding, body: item.type === "string" ? "event-text" : "event-data" } };
}

function objectOrAny(schema: Json | undefined): JsonSchema {
  return isObject(schema) ? schema : {};
}

/** Whether a schema describes the fields of a server-sent event. */
function describesEvent({ properties }: JsonSchema): boolean {
  return isObject(properties) && Object.hasOwn(properties, "data") && Object.keys(properties).every((name) => eventFields.includes(name));
}

const eventFields = ["data", "event", "id", "retry"];

function useOf({ mediaType, schema, origin }: MediaType, schemas: DocumentSchemas): SchemaUse {
  switch (kindOf(mediaType)) {
    case "json":
    case "sequence":
      return schema === undefined ? literalSchema({}, origin) : schemas.convert(schema, "output");
    case "text":
    case "form":
    case "multipart":
      return literalSchema({ type: "string" }, origin);
    case "binary":
      return literalSchema(binaryAnswer, origin);
  }
}

const binaryAnswer = {
  type: "object",
  properties: { mediaType: { type: "string" }, base64: { type: "string", contentEncoding: "base64" } },
  required: ["mediaType", "base64"],
};
