import type { MediaType, Operation, Response } from "../../document/openapi/operation.ts";
import type { ResponseBinding } from "../../runtime/binding.ts";
import type { Use } from "../../schema/library.ts";
import { originOfValue } from "../../source/tree.ts";
import { anyOf, arrayOf, asObject, resultOf, unlessBroken, written } from "../build-schema.ts";
import type { DocumentSchemas } from "../schema-source.ts";
import { isObjectSchema } from "./is-object.ts";
import { kindOf, type MediaKind, preferredForResponse } from "./media-type.ts";

export interface OperationOutput {
  readonly output: Use;
  readonly form: "object" | "result";
  readonly responses: readonly ResponseBinding[];
}

/** What a successful call gives: an object as it is, anything else as `{ result }`. */
export function lowerOutput(operation: Operation, schemas: DocumentSchemas): OperationOutput {
  const origin = originOfValue(operation.node.tree, operation.node.path);
  const answers = successes(operation.responses).flatMap((response) => answersOf(response, operation.method, schemas));
  // Nothing says what comes: anything may.
  const uses = answers.length === 0 ? [written({}, origin)] : answers.map(({ use }) => unlessBroken(use));
  const isObject = uses.every((use) => isObjectSchema(use, schemas));
  const union = anyOf(uses, origin);
  const broken = answers.flatMap(({ use }) => use.broken);
  const output = isObject ? asObject(union) : resultOf(union, origin);
  return {
    output: { ...output, broken: [...new Set([...output.broken, ...broken])] },
    form: isObject ? "object" : "result",
    responses: answers.map(({ binding }) => binding),
  };
}

/** 2xx; `default` only where there is none, since it mostly stands for errors. */
function successes(responses: readonly Response[]): readonly Response[] {
  const found = responses.filter(({ status }) => status.startsWith("2"));
  return found.length > 0 ? found : responses.filter(({ status }) => status === "default");
}

/** RFC 9110 §15.3.5 and §15.3.6, whatever the document says. Many say that a 204 has what other answers have. */
const neverHasContent = ["204", "205"];

interface Answer {
  readonly use: Use;
  readonly binding: ResponseBinding;
}

function answersOf({ status, content, origin }: Response, method: string, schemas: DocumentSchemas): Answer[] {
  if (content === undefined) return [{ use: written({}, origin), binding: { status, contentType: "*/*", body: "json" } }];
  const preferred = preferredForResponse(content);
  if (preferred === undefined || method === "HEAD" || neverHasContent.includes(status))
    return [{ use: written({ type: "null" }, origin), binding: { status, contentType: null, body: "none" } }];
  // A service may answer with any of the media types that it is asked for: all that are read alike, each with a schema of its own.
  const body = readAs[kindOf(preferred.mediaType)];
  const chosen = content.filter(({ mediaType }) => readAs[kindOf(mediaType)] === body);
  return chosen.map((each) => answerOf(each, status, schemas));
}

const readAs: { readonly [kind in MediaKind]: ResponseBinding["body"] } = {
  json: "json",
  sequence: "sequence",
  text: "text",
  form: "text",
  multipart: "text",
  binary: "binary",
};

function answerOf(content: MediaType, status: string, schemas: DocumentSchemas): Answer {
  const { mediaType } = content;
  return { use: useOf(content, schemas), binding: { status, contentType: mediaType, body: readAs[kindOf(mediaType)] } };
}

function useOf({ mediaType, schema, itemSchema, origin }: MediaType, schemas: DocumentSchemas): Use {
  switch (kindOf(mediaType)) {
    case "json":
      return schema === undefined ? written({}, origin) : schemas.convert(schema, "output");
    case "sequence":
      // OpenAPI 3.2 §4.14: without `itemSchema`, `schema` describes the whole sequence as an array; in older documents it is an item.
      return arrayOf(itemSchema === undefined ? written({}, origin) : schemas.convert(itemSchema, "output"), origin);
    case "text":
    case "form":
    case "multipart":
      return written({ type: "string" }, origin);
    case "binary":
      return written(binaryAnswer, origin);
  }
}

const binaryAnswer = {
  type: "object",
  properties: { mediaType: { type: "string" }, base64: { type: "string", contentEncoding: "base64" } },
  required: ["mediaType", "base64"],
};
