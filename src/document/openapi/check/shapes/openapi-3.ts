import type { JsonObject } from "../../../../source/json/json.ts";
import { exclude, requireOneOf } from "../../read/visit.ts";
import { checkEncoding, checkExample, checkMediaType, checkSchemaOrContent } from "../check-content.ts";
import { checkParameter, checkQueries } from "../check-parameter.ts";
import { checkResponses, checkStatusName, isStatus } from "../check-responses.ts";
import { checkDialect } from "../check-schema.ts";
import { checkServer, checkServerVariable } from "../check-server.ts";
import { deferLinkCheck } from "../defer-checks.ts";
import { ignoredSiblings } from "./ignored-siblings.ts";
import { info, tag } from "./info-3.ts";
import { notAComponentName, notAMethod, notAToken } from "./key-names.ts";
import { schemaShape } from "./schema-shapes.ts";
import { securityScheme } from "./security-scheme-3.ts";
import {
  anything,
  arrayOf,
  boolean,
  choice,
  type Field,
  mapOf,
  minor,
  nonEmptyString,
  type ObjectShape,
  objectOf,
  type Shape,
  type ShapeFields,
  string,
  stringThat,
  uri,
  type Visit,
} from "./shape.ts";

/** The shapes of OpenAPI 3.0, 3.1 and 3.2, from their sections "Schema" (3.0 §4.7, 3.1 §4.8, 3.2 §4). */
export function openApi3(version: "3.0" | "3.1" | "3.2"): ObjectShape {
  const is31 = version !== "3.0";
  const is32 = version === "3.2";

  const externalDocs = objectOf("External Documentation Object", () => ({ description: string, "url!": uri }));
  const schema = schemaShape(version, externalDocs);
  const instead = { reference: "instead", checkSiblings } as const;

  const example = objectOf(
    "Example Object",
    (): ShapeFields => ({
      summary: string,
      description: string,
      value: anything,
      externalValue: uri,
      ...(is32 ? { dataValue: anything, serializedValue: string } : {}),
    }),
    { ...instead, check: checkExample },
  );
  const examples = { example: minor(anything), examples: minor(mapOf(example)) };

  const serverVariable = objectOf(
    "Server Variable Object",
    () => ({ enum: arrayOf(string, is31 ? { least: 1 } : {}), "default!": string, description: string }),
    {
      check: checkServerVariable,
    },
  );
  const server = objectOf(
    "Server Object",
    (): ShapeFields => ({ "url!": string, description: string, variables: mapOf(serverVariable), ...(is32 ? { name: string } : {}) }),
    { check: checkServer },
  );

  const header: ObjectShape = objectOf(
    "Header Object",
    (): ShapeFields => ({
      description: string,
      required: boolean,
      deprecated: boolean,
      style: choice("simple"),
      explode: boolean,
      schema,
      content: mapOf(mediaType),
      ...examples,
      ...(is31 ? {} : { allowEmptyValue: boolean, allowReserved: boolean }),
    }),
    { ...instead, check: checkSchemaOrContent },
  );
  const encoding: ObjectShape = objectOf(
    "Encoding Object",
    (): ShapeFields => ({
      contentType: string,
      headers: mapOf(header, is31 ? { testKey: notAToken } : {}),
      style: choice("form", "spaceDelimited", "pipeDelimited", "deepObject"),
      explode: boolean,
      allowReserved: boolean,
      ...(is32 ? { encoding: mapOf(encoding), prefixEncoding: arrayOf(encoding), itemEncoding: encoding } : {}),
    }),
    { check: checkEncoding },
  );
  const mediaType: ObjectShape = objectOf(
    "Media Type Object",
    (): ShapeFields => ({
      schema,
      encoding: mapOf(encoding),
      ...examples,
      ...(is32 ? { description: minor(string), itemSchema: schema, prefixEncoding: arrayOf(encoding), itemEncoding: encoding } : {}),
    }),
    is32 ? { ...instead, check: checkMediaType } : { check: checkMediaType },
  );
  const content = mapOf(mediaType);

  const parameter = objectOf(
    "Parameter Object",
    (): ShapeFields => ({
      "name!": string,
      "in!": choice("query", "header", "path", "cookie", ...(is32 ? ["querystring"] : [])),
      description: minor(string),
      required: boolean,
      deprecated: minor(boolean),
      allowEmptyValue: minor(boolean),
      style: string,
      explode: boolean,
      allowReserved: boolean,
      schema,
      content,
      ...examples,
    }),
    { ...instead, check: checkParameter },
  );
  const requestBody = objectOf(
    "Request Body Object",
    () => ({ description: minor(string), "content!": content, required: boolean }),
    instead,
  );
  const link = objectOf(
    "Link Object",
    () => ({ operationRef: string, operationId: string, parameters: mapOf(anything), requestBody: anything, description: string, server }),
    { ...instead, check: checkLink },
  );
  const response = objectOf(
    "Response Object",
    (): ShapeFields => ({
      [is32 ? "description" : "description!"]: minor(string),
      headers: mapOf(header, is31 ? { testKey: notAToken } : {}),
      content,
      links: minor(mapOf(link)),
      ...(is32 ? { summary: minor(string) } : {}),
    }),
    instead,
  );
  const responseField: Field = { shape: response, need: "vital" };
  const responses = objectOf("Responses Object", () => ({ default: response }), {
    pattern: (name) => (isStatus(name) ? responseField : undefined),
    checkOther: checkStatusName,
    check: checkResponses,
  });

  const securityRequirement = mapOf(arrayOf(string));
  const operation: ObjectShape = objectOf(
    "Operation Object",
    () => ({
      tags: minor(arrayOf(string)),
      summary: minor(string),
      description: minor(string),
      externalDocs: minor(externalDocs),
      operationId: minor(nonEmptyString),
      parameters: arrayOf(parameter),
      requestBody,
      [is31 ? "responses" : "responses!?"]: responses,
      callbacks: mapOf(callback),
      deprecated: minor(boolean),
      security: minor(arrayOf(securityRequirement)),
      servers: minor(arrayOf(server)),
    }),
    { check: is32 ? checkQueries : undefined },
  );
  const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", ...(is32 ? ["query"] : [])];
  const pathItem: ObjectShape = objectOf(
    "Path Item Object",
    (): ShapeFields => ({
      $ref: string,
      summary: minor(string),
      description: minor(string),
      ...Object.fromEntries(methods.map((method) => [method, operation])),
      servers: minor(arrayOf(server)),
      parameters: arrayOf(parameter),
      ...(is32 ? { additionalOperations: mapOf(operation, { testKey: (name) => notAMethod(name, methods) }) } : {}),
    }),
    { reference: "with-siblings", check: is32 ? checkQueries : undefined },
  );
  const callback: ObjectShape = objectOf("Callback Object", () => ({}), {
    ...instead,
    pattern: (name) => (name.startsWith("x-") ? undefined : { shape: pathItem, need: "vital" }),
  });

  const named = (of: Shape) => mapOf(of, { testKey: notAComponentName });
  const components = objectOf(
    "Components Object",
    (): ShapeFields => ({
      schemas: named(schema),
      responses: named(response),
      parameters: named(parameter),
      examples: minor(named(example)),
      requestBodies: named(requestBody),
      headers: named(header),
      securitySchemes: named(securityScheme(version, instead)),
      links: minor(named(link)),
      callbacks: named(callback),
      ...(is31 ? { pathItems: named(pathItem) } : {}),
      ...(is32 ? { mediaTypes: named(mediaType) } : {}),
    }),
  );
  const paths = objectOf("Paths Object", () => ({}), {
    pattern: (name) => (name.startsWith("/") ? { shape: pathItem, need: "vital" } : undefined),
  });

  return objectOf(
    "OpenAPI Object",
    (): ShapeFields => ({
      "openapi!": string,
      "info!": minor(info(version)),
      servers: minor(arrayOf(server)),
      [is31 ? "paths" : "paths!"]: paths,
      components,
      security: minor(arrayOf(securityRequirement)),
      tags: minor(arrayOf(tag(version, externalDocs))),
      externalDocs: minor(externalDocs),
      ...(is31 ? { webhooks: mapOf(pathItem), jsonSchemaDialect: minor(string) } : {}),
      ...(is32 ? { $self: minor(stringThat((value) => (value.includes("#") ? "must not have a fragment" : undefined))) } : {}),
    }),
    { check: is31 ? checkDocument : undefined },
  );
}

const checkSiblings = ignoredSiblings(new Set(["$ref", "summary", "description"]));

function checkLink(value: JsonObject, visit: Visit): void {
  requireOneOf(["operationId", "operationRef"], value, visit);
  exclude("operationRef", "operationId", { value, visit });
  deferLinkCheck(value, visit);
}

function checkDocument(value: JsonObject, visit: Visit): void {
  requireOneOf(["paths", "components", "webhooks"], value, visit);
  if (typeof value.jsonSchemaDialect === "string")
    checkDialect(value.jsonSchemaDialect, { steps: ["jsonSchemaDialect"], part: "value" }, visit);
}
