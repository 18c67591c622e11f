import type { MediaType, Operation, Response } from "../../document/openapi/operation.ts";
import type { ResponseBinding } from "../../runtime/binding.ts";
import type { Use } from "../../schema/library.ts";
import { type Origin, originOfValue } from "../../source/tree.ts";
import { anyOf, arrayOf, asObject, resultOf, unlessBroken, written } from "../build-schema.ts";
import type { DocumentSchemas } from "../schema-source.ts";
import { isObjectSchema } from "./is-object.ts";
import { kindOf, preferredForResponse } from "./media-type.ts";

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

interface Answer {
  readonly use: Use;
  readonly binding: ResponseBinding;
}

function answersOf({ status, content, origin }: Response, method: string, schemas: DocumentSchemas): Answer[] {
  if (content === undefined) return [{ use: written({}, origin), binding: { status, contentType: "*/*", body: "json" } }];
  const preferred = preferredForResponse(content);
  if (preferred === undefined || method === "HEAD")
    return [{ use: written({ type: "null" }, origin), binding: { status, contentType: null, body: "none" } }];
  // A service may answer with any of the forms of JSON that it is asked for, each with a schema of its own.
  const isJson = ({ mediaType }: MediaType) => kindOf(mediaType) === "json";
  const chosen = isJson(preferred) ? content.filter(isJson) : [preferred];
  return chosen.map((each) => answerOf(each, { status, origin: each.origin }, schemas));
}

function answerOf(
  { mediaType, schema, itemSchema }: MediaType,
  { status, origin }: { status: string; origin: Origin },
  schemas: DocumentSchemas,
): Answer {
  const bind = (body: ResponseBinding["body"]): ResponseBinding => ({ status, contentType: mediaType, body });
  switch (kindOf(mediaType)) {
    case "json":
      return { use: schema === undefined ? written({}, origin) : schemas.convert(schema, "output"), binding: bind("json") };
    case "sequence": {
      // OpenAPI 3.2 §4.14: without `itemSchema`, `schema` describes the whole sequence as an array; in older documents it is an item.
      const items = itemSchema === undefined ? written({}, origin) : schemas.convert(itemSchema, "output");
      return { use: arrayOf(items, origin), binding: bind("sequence") };
    }
    case "text":
    case "form":
    case "multipart":
      return { use: written({ type: "string" }, origin), binding: bind("text") };
    case "binary":
      return { use: written(binaryAnswer, origin), binding: bind("binary") };
  }
}

const binaryAnswer = {
  type: "object",
  properties: { mediaType: { type: "string" }, base64: { type: "string", contentEncoding: "base64" } },
  required: ["mediaType", "base64"],
};
