import type { JsonObject } from "../../../source/json.ts";
import { checkEncoding, checkExample, checkMediaType, checkSchemaOrContent } from "../check-content.ts";
import { laterLink } from "../check-later.ts";
import { checkParameter, checkQueries } from "../check-parameter.ts";
import { checkResponses, judgeStatus } from "../check-responses.ts";
import { checkSecurityScheme } from "../check-security.ts";
import { checkServer, checkServerVariable } from "../check-server.ts";
import type { Version } from "../operation.ts";
import { exclude, wantOneOf } from "../visit.ts";
import { ignoredBeside } from "./ignored-beside.ts";
import { checkDialect, schemaShape } from "./schema-shapes.ts";
import {
  anything,
  choice,
  email,
  type Field,
  type Fields,
  filledText,
  flag,
  list,
  map,
  minor,
  type ObjectShape,
  object,
  type Shape,
  text,
  textThat,
  uri,
  type Visit,
} from "./shape.ts";

/** OpenAPI 3.0, 3.1 and 3.2, from their sections "Schema" (3.0 §4.7, 3.1 §4.8, 3.2 §4). */
export function openApi3(version: "3.0" | "3.1" | "3.2"): ObjectShape {
  const is31 = version !== "3.0";
  const is32 = version === "3.2";

  const externalDocs = object("External Documentation Object", () => ({ description: text, "url!": uri }));
  const schema = schemaShape(version, externalDocs);
  const instead = { reference: "instead", checkBeside } as const;

  const example = object(
    "Example Object",
    (): Fields => ({
      summary: text,
      description: text,
      value: anything,
      externalValue: uri,
      ...(is32 ? { dataValue: anything, serializedValue: text } : {}),
    }),
    { ...instead, check: checkExample },
  );
  const examples = { example: minor(anything), examples: minor(map(example)) };

  const serverVariable = object(
    "Server Variable Object",
    () => ({ enum: list(text, is31 ? { least: 1 } : {}), "default!": text, description: text }),
    {
      check: checkServerVariable,
    },
  );
  const server = object(
    "Server Object",
    (): Fields => ({ "url!": text, description: text, variables: map(serverVariable), ...(is32 ? { name: text } : {}) }),
    { check: checkServer },
  );

  const header: ObjectShape = object(
    "Header Object",
    (): Fields => ({
      description: text,
      required: flag,
      deprecated: flag,
      style: choice("simple"),
      explode: flag,
      schema,
      content: map(mediaType),
      ...examples,
      ...(is31 ? {} : { allowEmptyValue: flag, allowReserved: flag }),
    }),
    { ...instead, check: checkSchemaOrContent },
  );
  const encoding: ObjectShape = object(
    "Encoding Object",
    (): Fields => ({
      contentType: text,
      headers: map(header, is31 ? { testKey: notAToken } : {}),
      style: choice("form", "spaceDelimited", "pipeDelimited", "deepObject"),
      explode: flag,
      allowReserved: flag,
      ...(is32 ? { encoding: map(encoding), prefixEncoding: list(encoding), itemEncoding: encoding } : {}),
    }),
    { check: checkEncoding },
  );
  const mediaType: ObjectShape = object(
    "Media Type Object",
    (): Fields => ({
      schema,
      encoding: map(encoding),
      ...examples,
      ...(is32 ? { description: minor(text), itemSchema: schema, prefixEncoding: list(encoding), itemEncoding: encoding } : {}),
    }),
    is32 ? { ...instead, check: checkMediaType } : { check: checkMediaType },
  );
  const content = map(mediaType);

  const parameter = object(
    "Parameter Object",
    (): Fields => ({
      "name!": text,
      "in!": choice("query", "header", "path", "cookie", ...(is32 ? ["querystring"] : [])),
      description: minor(text),
      required: flag,
      deprecated: minor(flag),
      allowEmptyValue: minor(flag),
      style: text,
      explode: flag,
      allowReserved: flag,
      schema,
      content,
      ...examples,
    }),
    { ...instead, check: checkParameter },
  );
  const requestBody = object("Request Body Object", () => ({ description: minor(text), "content!": content, required: flag }), instead);
  const link = object(
    "Link Object",
    () => ({ operationRef: text, operationId: text, parameters: map(anything), requestBody: anything, description: text, server }),
    { ...instead, check: checkLink },
  );
  const response = object(
    "Response Object",
    (): Fields => ({
      [is32 ? "description" : "description!"]: minor(text),
      headers: map(header, is31 ? { testKey: notAToken } : {}),
      content,
      links: minor(map(link)),
      ...(is32 ? { summary: minor(text) } : {}),
    }),
    instead,
  );
  const responseField: Field = { shape: response, need: "vital" };
  const responses = object("Responses Object", () => ({ default: response }), {
    pattern: (name) => (/^[1-5](?:\d\d|XX)$/i.test(name) ? responseField : undefined),
    judgeOther: judgeStatus,
    check: checkResponses,
  });

  const securityRequirement = map(list(text));
  const operation: ObjectShape = object(
    "Operation Object",
    () => ({
      tags: minor(list(text)),
      summary: minor(text),
      description: minor(text),
      externalDocs: minor(externalDocs),
      operationId: minor(filledText),
      parameters: list(parameter),
      requestBody,
      [is31 ? "responses" : "responses!?"]: responses,
      callbacks: map(callback),
      deprecated: minor(flag),
      security: minor(list(securityRequirement)),
      servers: minor(list(server)),
    }),
    { check: is32 ? checkQueries : undefined },
  );
  const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", ...(is32 ? ["query"] : [])];
  const pathItem: ObjectShape = object(
    "Path Item Object",
    (): Fields => ({
      $ref: text,
      summary: minor(text),
      description: minor(text),
      ...Object.fromEntries(methods.map((method) => [method, operation])),
      servers: minor(list(server)),
      parameters: list(parameter),
      ...(is32 ? { additionalOperations: map(operation, { testKey: (name) => notAMethod(name, methods) }) } : {}),
    }),
    { reference: "beside", check: is32 ? checkQueries : undefined },
  );
  const callback: ObjectShape = object("Callback Object", () => ({}), {
    ...instead,
    pattern: (name) => (name.startsWith("x-") ? undefined : { shape: pathItem, need: "vital" }),
  });

  const named = (of: Shape) => map(of, { testKey: notAComponentName });
  const components = object(
    "Components Object",
    (): Fields => ({
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
  const info = object(
    "Info Object",
    (): Fields => ({
      "title!": text,
      description: text,
      termsOfService: uri,
      contact: object("Contact Object", () => ({ name: text, url: uri, email })),
      license: object("License Object", (): Fields => ({ "name!": text, url: uri, ...(is31 ? { identifier: text } : {}) }), {
        check: checkLicense,
      }),
      "version!": text,
      ...(is31 ? { summary: text } : {}),
    }),
  );
  const tag = object(
    "Tag Object",
    (): Fields => ({ "name!": text, description: text, externalDocs, ...(is32 ? { summary: text, parent: text, kind: text } : {}) }),
  );
  const paths = object("Paths Object", () => ({}), {
    pattern: (name) => (name.startsWith("/") ? { shape: pathItem, need: "vital" } : undefined),
  });

  return object(
    "OpenAPI Object",
    (): Fields => ({
      "openapi!": text,
      "info!": minor(info),
      servers: minor(list(server)),
      [is31 ? "paths" : "paths!"]: paths,
      components,
      security: minor(list(securityRequirement)),
      tags: minor(list(tag)),
      externalDocs: minor(externalDocs),
      ...(is31 ? { webhooks: map(pathItem), jsonSchemaDialect: minor(text) } : {}),
      ...(is32 ? { $self: minor(textThat((value) => (value.includes("#") ? "must not have a fragment" : undefined))) } : {}),
    }),
    { check: is31 ? checkDocument : undefined },
  );
}

function securityScheme(version: Version, instead: object): ObjectShape {
  const scopes = { "scopes!": map(text), refreshUrl: uri };
  const flow = (fields: Fields) => object("OAuth Flow Object", () => ({ ...fields, ...scopes }));
  const flows = object(
    "OAuth Flows Object",
    (): Fields => ({
      implicit: flow({ "authorizationUrl!": uri }),
      password: flow({ "tokenUrl!": uri }),
      clientCredentials: flow({ "tokenUrl!": uri }),
      authorizationCode: flow({ "authorizationUrl!": uri, "tokenUrl!": uri }),
      ...(version === "3.2" ? { deviceAuthorization: flow({ "deviceAuthorizationUrl!": uri, "tokenUrl!": uri }) } : {}),
    }),
  );
  return object(
    "Security Scheme Object",
    (): Fields => ({
      "type!": choice("apiKey", "http", "oauth2", "openIdConnect", ...(version === "3.0" ? [] : ["mutualTLS"])),
      description: minor(text),
      name: text,
      in: choice("query", "header", "cookie"),
      scheme: text,
      bearerFormat: minor(text),
      flows,
      openIdConnectUrl: uri,
      ...(version === "3.2" ? { oauth2MetadataUrl: text, deprecated: minor(flag) } : {}),
    }),
    { ...instead, check: checkSecurityScheme },
  );
}

/** RFC 9110 §5.6.2. */
function notAToken(name: string): string | undefined {
  return /^[0-9A-Za-z!#$%&'*+.^_`|~-]+$/.test(name)
    ? undefined
    : "it cannot be sent; RFC 9110 allows no spaces, colons or other delimiters";
}

function notAMethod(name: string, methods: readonly string[]): string | undefined {
  return methods.includes(name.toLowerCase()) && name === name.toUpperCase() ? "this method has a field of its own" : notAToken(name);
}

function notAComponentName(name: string): string | undefined {
  return /^[A-Za-z0-9._-]+$/.test(name) ? undefined : "a component's has only letters, digits, `.`, `-` and `_`";
}

const checkBeside = ignoredBeside(new Set(["$ref", "summary", "description"]));

function checkLicense(value: JsonObject, visit: Visit): void {
  exclude("identifier", "url", { value, visit });
}

function checkLink(value: JsonObject, visit: Visit): void {
  wantOneOf(["operationId", "operationRef"], value, visit);
  exclude("operationRef", "operationId", { value, visit });
  laterLink(value, visit);
}

function checkDocument(value: JsonObject, visit: Visit): void {
  wantOneOf(["paths", "components", "webhooks"], value, visit);
  if (typeof value.jsonSchemaDialect === "string")
    checkDialect(value.jsonSchemaDialect, { steps: ["jsonSchemaDialect"], part: "value" }, visit);
}
