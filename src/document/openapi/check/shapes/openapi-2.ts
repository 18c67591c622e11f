import { missingField, wrongChoice } from "../../../../diagnostic/structure.ts";
import { isObject, type JsonObject, member } from "../../../../source/json/json.ts";
import { isPlaceholder } from "../../../../source/text/placeholder.ts";
import { uselessField } from "../../codes.ts";
import { atKey, atValue, here, reject, reportFinding } from "../../read/visit.ts";
import { arrayWithoutItems } from "../../schema-codes.ts";
import { checkHeaderName } from "../check-content.ts";
import { checkPathParameter } from "../check-parameter.ts";
import { checkResponses, checkStatusName, isStatus } from "../check-responses.ts";
import { checkExclusiveBounds } from "../check-schema.ts";
import { checkSecurityScheme2 } from "../check-security.ts";
import { checkSessionContext } from "../check-session-context.ts";
import { ignoredSiblings } from "./ignored-siblings.ts";
import { schemaShape, simpleAssertions } from "./schema-shapes.ts";
import {
  anything,
  arrayOf,
  boolean,
  choice,
  email,
  type Field,
  mapOf,
  minor,
  nonEmptyString,
  type ObjectShape,
  objectOf,
  type Shape,
  string,
  stringThat,
  uri,
  type Visit,
} from "./shape.ts";

/** The shapes of Swagger 2.0, from https://spec.openapis.org/oas/v2.0#schema. */
export function openApi2(): ObjectShape {
  const externalDocs = objectOf("External Documentation Object", () => ({ description: string, "url!": uri }));
  const schema = schemaShape("2.0", externalDocs);
  const instead = { reference: "instead", checkSiblings } as const;
  const mediaTypes = arrayOf(stringThat((value) => (/^[^\s/;]+\/[^\s/;]+(?:\s*;.*)?$/.test(value) ? undefined : "is not a media type")));
  const scheme = choice("http", "https", "ws", "wss");

  const primitive = choice("string", "number", "integer", "boolean", "array");
  const items: ObjectShape = objectOf(
    "Items Object",
    () => ({
      ...simpleAssertions,
      "type!": primitive,
      format: minor(string),
      items,
      collectionFormat: choice("csv", "ssv", "tsv", "pipes"),
      default: minor(anything),
    }),
    { check: checkItems },
  );
  const header = objectOf(
    "Header Object",
    () => ({
      ...simpleAssertions,
      "type!": primitive,
      format: minor(string),
      items,
      collectionFormat: choice("csv", "ssv", "tsv", "pipes"),
      default: minor(anything),
      description: minor(string),
    }),
    { check: checkItems },
  );
  const parameter = objectOf(
    "Parameter Object",
    () => ({
      ...simpleAssertions,
      "name!": string,
      "in!": choice(...besideBody, "body"),
      description: minor(string),
      required: boolean,
      schema,
      type: choice("string", "number", "integer", "boolean", "array", "file"),
      format: minor(string),
      allowEmptyValue: minor(boolean),
      items,
      collectionFormat: choice("csv", "ssv", "tsv", "pipes", "multi"),
      default: minor(anything),
    }),
    { ...instead, check: checkParameter2, meaningless: meaninglessIn },
  );
  const response = objectOf(
    "Response Object",
    () => ({ "description!": minor(string), schema, headers: minor(mapOf(header, { extensions: "allowed" })), examples: minor(anything) }),
    instead,
  );
  const responseField: Field = { shape: response, need: "vital" };
  const responses = objectOf("Responses Object", () => ({ default: response }), {
    pattern: (name) => (isStatus(name) ? responseField : undefined),
    checkOther: checkStatusName,
    check: checkResponses,
  });
  const securityRequirement = mapOf(arrayOf(string));
  const operation = objectOf("Operation Object", () => ({
    tags: minor(arrayOf(string)),
    summary: minor(string),
    description: minor(string),
    externalDocs: minor(externalDocs),
    operationId: minor(nonEmptyString),
    consumes: mediaTypes,
    produces: minor(mediaTypes),
    parameters: arrayOf(parameter),
    "responses!?": responses,
    schemes: minor(arrayOf(scheme)),
    deprecated: minor(boolean),
    security: minor(arrayOf(securityRequirement)),
  }));
  const pathItem = objectOf(
    "Path Item Object",
    () => ({
      $ref: string,
      ...Object.fromEntries(["get", "put", "post", "delete", "options", "head", "patch"].map((method) => [method, operation])),
      parameters: arrayOf(parameter),
    }),
    { reference: "with-siblings" },
  );
  const securityScheme = objectOf(
    "Security Scheme Object",
    () => ({
      "type!": choice("basic", "apiKey", "oauth2"),
      description: minor(string),
      name: string,
      in: choice("query", "header"),
      flow: choice("implicit", "password", "application", "accessCode"),
      authorizationUrl: string,
      tokenUrl: string,
      scopes: mapOf(string, { extensions: "allowed" }),
    }),
    { check: checkSecurityScheme2 },
  );
  return objectOf("Swagger Object", () => ({
    "swagger!": string,
    "info!": minor(
      objectOf("Info Object", () => ({
        "title!": string,
        description: string,
        termsOfService: uri,
        contact: objectOf("Contact Object", () => ({ name: string, url: uri, email })),
        license: objectOf("License Object", () => ({ "name!": string, url: uri })),
        "version!": string,
      })),
    ),
    host: minor(
      stringThat((value) =>
        /^[^{}/ :\\]+(?::\d+)?$/.test(value) || isPlaceholder(value) ? undefined : "is not a host, with or without a port",
      ),
    ),
    basePath: minor(stringThat((value) => (value.startsWith("/") || value === "" ? undefined : "must begin with `/`"))),
    schemes: minor(arrayOf(scheme, { items: "unique" })),
    consumes: mediaTypes,
    produces: minor(mediaTypes),
    "paths!": objectOf("Paths Object", () => ({}), { pattern: (name) => (name.startsWith("/") ? pathField(pathItem) : undefined) }),
    definitions: mapOf(schema),
    parameters: mapOf(parameter),
    responses: mapOf(response),
    securityDefinitions: mapOf(securityScheme),
    security: minor(arrayOf(securityRequirement)),
    tags: minor(arrayOf(objectOf("Tag Object", () => ({ "name!": string, description: string, externalDocs })))),
    externalDocs: minor(externalDocs),
  }));
}

function pathField(shape: Shape): Field {
  return { shape, need: "vital" };
}

const checkSiblings = ignoredSiblings(new Set(["$ref", "description"]));

function checkItems(value: JsonObject, visit: Visit): void {
  checkExclusiveBounds(value, visit);
  if (value.type === "array" && !Object.hasOwn(value, "items"))
    reportFinding(visit, { code: arrayWithoutItems, params: {}, spot: atValue("type") });
}

/** The keywords that describe a parameter which is not the body. A body is described by its schema. */
const besideName = ["type", "items", "format", "collectionFormat"];

/** The locations of the parameters that are not the body. */
const besideBody = ["path", "query", "header", "formData"];

function meaninglessIn({ in: place }: JsonObject): readonly string[] {
  if (place === "body") return besideName;
  return besideBody.includes(String(place)) ? ["schema"] : [];
}

/** Checks a Parameter Object of 2.0: a body parameter has a schema, and any other parameter has a `type`. */
function checkParameter2(value: JsonObject, visit: Visit): void {
  const { in: place, type } = value;
  checkSessionContext(value, visit);
  if (place === "path") checkPathParameter(value, visit);
  if (place === "header") checkHeaderName(value.name, visit);
  if (place === "body") {
    if (!Object.hasOwn(value, "schema")) reportFinding(visit, { code: missingField, params: { name: "schema" }, spot: here });
    if (member(value.schema, "type") === "file") {
      reportFinding(visit, {
        code: uselessField,
        params: { name: "type: file", why: 'files are sent with "in: formData"' },
        spot: atValue("schema", "type"),
      });
    }
    for (const name of besideName) {
      if (Object.hasOwn(value, name))
        reportFinding(visit, { code: uselessField, params: { name, why: 'the "schema" describes the body' }, spot: atKey(name) });
    }
    return;
  }
  if (Object.hasOwn(value, "schema")) {
    reportFinding(visit, {
      code: uselessField,
      params: { name: "schema", why: 'only parameters with "in: body" have a schema, and the keywords of others are beside "name"' },
      spot: atKey("schema"),
    });
  } else if (!Object.hasOwn(value, "type")) reportUntyped(value, visit);
  if (type === "file" && place !== "formData") {
    reject(visit, {
      code: wrongChoice,
      params: { value: '"file"', allowed: '"string", "number", "integer", "boolean", "array"', near: undefined },
      spot: atValue("type"),
    });
  }
  if (value.collectionFormat === "multi" && place !== "query" && place !== "formData") {
    reportFinding(visit, {
      code: uselessField,
      params: { name: "collectionFormat", why: '"multi" requires "in: query" or "in: formData"' },
      spot: atValue("collectionFormat"),
    });
  }
  checkItems(value, visit);
}

/** Reports a parameter without a type. The allowed values are unknown, but calls can still send the parameter. */
function reportUntyped(value: JsonObject, visit: Visit): void {
  if (isObject(value) && typeof value.in === "string") reportFinding(visit, { code: missingField, params: { name: "type" }, spot: here });
}
