import { missingField, wrongChoice } from "../../../diagnostic/structure.ts";
import { isObject, type JsonObject, member } from "../../../source/json.ts";
import { checkHeaderName } from "../check-content.ts";
import { checkPathParameter } from "../check-parameter.ts";
import { checkResponses, judgeStatus } from "../check-responses.ts";
import { checkSecurityScheme2 } from "../check-security.ts";
import { checkSessionContext } from "../check-session-context.ts";
import { arrayWithoutItems, uselessField } from "../codes.ts";
import { atKey, atValue, complain, here, refuse } from "../visit.ts";
import { ignoredBeside } from "./ignored-beside.ts";
import { schemaShape, simpleAssertions } from "./schema-shapes.ts";
import {
  anything,
  choice,
  email,
  type Field,
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

/** Swagger 2.0, whose sections have no numbers: https://spec.openapis.org/oas/v2.0#schema. */
export function openApi2(): ObjectShape {
  const externalDocs = object("External Documentation Object", () => ({ description: text, "url!": uri }));
  const schema = schemaShape("2.0", externalDocs);
  const instead = { reference: "instead", checkBeside } as const;
  const mediaTypes = list(textThat((value) => (/^[^\s/;]+\/[^\s/;]+(?:\s*;.*)?$/.test(value) ? undefined : "is not a media type")));
  const scheme = choice("http", "https", "ws", "wss");

  const primitive = choice("string", "number", "integer", "boolean", "array");
  const items: ObjectShape = object(
    "Items Object",
    () => ({
      ...simpleAssertions,
      "type!": primitive,
      format: minor(text),
      items,
      collectionFormat: choice("csv", "ssv", "tsv", "pipes"),
      default: minor(anything),
    }),
    { check: checkItems },
  );
  const header = object(
    "Header Object",
    () => ({
      ...simpleAssertions,
      "type!": primitive,
      format: minor(text),
      items,
      collectionFormat: choice("csv", "ssv", "tsv", "pipes"),
      default: minor(anything),
      description: minor(text),
    }),
    { check: checkItems },
  );
  const parameter = object(
    "Parameter Object",
    () => ({
      ...simpleAssertions,
      "name!": text,
      "in!": choice("path", "query", "header", "formData", "body"),
      description: minor(text),
      required: flag,
      schema,
      type: choice("string", "number", "integer", "boolean", "array", "file"),
      format: minor(text),
      allowEmptyValue: minor(flag),
      items,
      collectionFormat: choice("csv", "ssv", "tsv", "pipes", "multi"),
      default: minor(anything),
    }),
    { ...instead, check: checkParameter2 },
  );
  const response = object(
    "Response Object",
    () => ({ "description!": minor(text), schema, headers: minor(map(header, { extensions: "allowed" })), examples: minor(anything) }),
    instead,
  );
  const responseField: Field = { shape: response, need: "vital" };
  const responses = object("Responses Object", () => ({ default: response }), {
    pattern: (name) => (/^[1-5]\d\d$/.test(name) ? responseField : undefined),
    judgeOther: judgeStatus,
    check: checkResponses,
  });
  const securityRequirement = map(list(text));
  const operation = object("Operation Object", () => ({
    tags: minor(list(text)),
    summary: minor(text),
    description: minor(text),
    externalDocs: minor(externalDocs),
    operationId: minor(filledText),
    consumes: mediaTypes,
    produces: minor(mediaTypes),
    parameters: list(parameter),
    "responses!?": responses,
    schemes: minor(list(scheme)),
    deprecated: minor(flag),
    security: minor(list(securityRequirement)),
  }));
  const pathItem = object(
    "Path Item Object",
    () => ({
      $ref: text,
      ...Object.fromEntries(["get", "put", "post", "delete", "options", "head", "patch"].map((method) => [method, operation])),
      parameters: list(parameter),
    }),
    { reference: "beside" },
  );
  const securityScheme = object(
    "Security Scheme Object",
    () => ({
      "type!": choice("basic", "apiKey", "oauth2"),
      description: minor(text),
      name: text,
      in: choice("query", "header"),
      flow: choice("implicit", "password", "application", "accessCode"),
      authorizationUrl: text,
      tokenUrl: text,
      scopes: map(text, { extensions: "allowed" }),
    }),
    { check: checkSecurityScheme2 },
  );
  return object("Swagger Object", () => ({
    "swagger!": text,
    "info!": minor(
      object("Info Object", () => ({
        "title!": text,
        description: text,
        termsOfService: uri,
        contact: object("Contact Object", () => ({ name: text, url: uri, email })),
        license: object("License Object", () => ({ "name!": text, url: uri })),
        "version!": text,
      })),
    ),
    host: minor(
      textThat((value) =>
        /^[^{}/ :\\]+(?::\d+)?$/.test(value) || value === "$env_var" ? undefined : "is not a host, with or without a port",
      ),
    ),
    basePath: minor(textThat((value) => (value.startsWith("/") || value === "" ? undefined : "must begin with `/`"))),
    schemes: minor(list(scheme, { items: "unique" })),
    consumes: mediaTypes,
    produces: minor(mediaTypes),
    "paths!": object("Paths Object", () => ({}), { pattern: (name) => (name.startsWith("/") ? pathField(pathItem) : undefined) }),
    definitions: map(schema),
    parameters: map(parameter),
    responses: map(response),
    securityDefinitions: map(securityScheme),
    security: minor(list(securityRequirement)),
    tags: minor(list(object("Tag Object", () => ({ "name!": text, description: text, externalDocs })))),
    externalDocs: minor(externalDocs),
  }));
}

function pathField(shape: Shape): Field {
  return { shape, need: "vital" };
}

const checkBeside = ignoredBeside(new Set(["$ref", "description"]));

function checkItems(value: JsonObject, visit: Visit): void {
  if (value.type === "array" && !Object.hasOwn(value, "items"))
    complain(visit, { code: arrayWithoutItems, params: {}, spot: atValue("type") });
}

/** A body has a schema, and everything else is one of a few simple types. */
function checkParameter2(value: JsonObject, visit: Visit): void {
  const { in: place, type } = value;
  checkSessionContext(value, visit);
  if (place === "path") checkPathParameter(value, visit);
  if (place === "header") checkHeaderName(value.name, visit);
  if (place === "body") {
    if (!Object.hasOwn(value, "schema")) complain(visit, { code: missingField, params: { name: "schema" }, spot: here });
    if (member(value.schema, "type") === "file") {
      complain(visit, {
        code: uselessField,
        params: { name: "file", why: 'files are sent with "in: formData"' },
        spot: atValue("schema", "type"),
      });
    }
    for (const name of ["type", "items", "format", "collectionFormat"]) {
      if (Object.hasOwn(value, name))
        complain(visit, { code: uselessField, params: { name, why: "a body is described by its schema" }, spot: atKey(name) });
    }
    return;
  }
  if (!Object.hasOwn(value, "type")) refuseUntyped(value, visit);
  if (Object.hasOwn(value, "schema")) {
    complain(visit, { code: uselessField, params: { name: "schema", why: 'only "in: body" has one' }, spot: atKey("schema") });
  }
  if (type === "file" && place !== "formData") {
    refuse(visit, {
      code: wrongChoice,
      params: { value: '"file"', allowed: '"string", "number", "integer", "boolean", "array"', near: undefined },
      spot: atValue("type"),
    });
  }
  if (value.collectionFormat === "multi" && place !== "query" && place !== "formData") {
    complain(visit, {
      code: uselessField,
      params: { name: "collectionFormat", why: 'only a query or a form can have "multi"' },
      spot: atValue("collectionFormat"),
    });
  }
  checkItems(value, visit);
}

/** Without a type nothing is known of the value, but it can be sent all the same. */
function refuseUntyped(value: JsonObject, visit: Visit): void {
  if (isObject(value) && typeof value.in === "string") complain(visit, { code: missingField, params: { name: "type" }, spot: here });
}
