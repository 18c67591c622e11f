import { nearest } from "../../../diagnostic/nearest.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../../../source/json.ts";
import {
  arrayWithoutItems,
  exclusiveFields,
  laterKeyword,
  nullableBesideReference,
  undefinedRequiredProperty,
  unknownDialect,
  unknownDiscriminator,
  unknownKeyword,
} from "../codes.ts";
import { deferMappingCheck } from "../defer-checks.ts";
import type { OpenApiVersion } from "../operation.ts";
import { atKey, atValue, reportFinding } from "../visit.ts";
import { ignoredBeside } from "./ignored-beside.ts";
import {
  anything,
  arrayOf,
  boolean,
  choice,
  count,
  either,
  mapOf,
  minor,
  numeric,
  type ObjectShape,
  objectOf,
  type Shape,
  type ShapeFields,
  string,
  stringThat,
  type Visit,
} from "./shape.ts";

/** The Schema Object of each version: a subset of JSON Schema in 2.0 and 3.0; JSON Schema 2020-12 and a few more keywords in 3.1 and 3.2. */
export function schemaShape(version: OpenApiVersion, externalDocs: ObjectShape): ObjectShape {
  return version === "2.0" || version === "3.0" ? olderSchema(version, externalDocs) : newerSchema(version, externalDocs);
}

const positive: Shape = { kind: "number", test: (value) => (Number(value) > 0 ? undefined : "must be above 0") };

/**
 * The assertions of schemas and of Swagger 2.0's parameters, headers and items. A keyword with a value of a wrong type is reported and ignored,
 * without affecting the rest of the schema: `required: true` and `exclusiveMinimum: true`, from older drafts, are common.
 */
export const simpleAssertions: ShapeFields = {
  multipleOf: minor(positive),
  maximum: minor(numeric),
  exclusiveMaximum: minor(boolean),
  minimum: minor(numeric),
  exclusiveMinimum: minor(boolean),
  maxLength: minor(count),
  minLength: minor(count),
  pattern: minor(string),
  maxItems: minor(count),
  minItems: minor(count),
  uniqueItems: minor(boolean),
  enum: arrayOf(anything, { least: 1 }),
};

function olderSchema(version: "2.0" | "3.0", externalDocs: ObjectShape): ObjectShape {
  const xml = objectOf("XML Object", () => ({ name: string, namespace: string, prefix: string, attribute: boolean, wrapped: boolean }));
  const type = choice("array", "boolean", "integer", "number", "object", "string", ...(version === "2.0" ? ["null", "file"] : []));
  const fields = (): ShapeFields => ({
    ...simpleAssertions,
    title: minor(string),
    maxProperties: minor(count),
    minProperties: minor(count),
    required: minor(arrayOf(string, { least: 1, items: "unique" })),
    type: version === "2.0" ? either(type) : type,
    allOf: arrayOf(schema, { least: 1 }),
    // In draft-04, on which 2.0 is based, an array of schemas describes a tuple.
    items: version === "2.0" ? either(schema) : schema,
    properties: mapOf(schema),
    additionalProperties: schemaOrBoolean,
    description: minor(string),
    format: minor(string),
    default: minor(anything),
    readOnly: minor(boolean),
    example: minor(anything),
    externalDocs: minor(externalDocs),
    xml: minor(xml),
    ...(version === "2.0"
      ? { discriminator: minor(string) }
      : {
          not: schema,
          oneOf: arrayOf(schema, { least: 1 }),
          anyOf: arrayOf(schema, { least: 1 }),
          nullable: minor(boolean),
          writeOnly: minor(boolean),
          deprecated: minor(boolean),
          discriminator: minor(
            objectOf("Discriminator Object", () => ({ "propertyName!": string, mapping: mapOf(string) }), { others: "open" }),
          ),
        }),
  });
  const options = { reference: "instead", checkOther: checkLaterKeyword, check: checkSchema, checkBeside: checkBesideReference } as const;
  const schema: ObjectShape = objectOf("Schema Object", fields, options);
  const schemaOrBoolean: ObjectShape = objectOf("Schema Object", fields, { ...options, boolean: "allowed" });
  return schema;
}

function newerSchema(version: "3.1" | "3.2", externalDocs: ObjectShape): ObjectShape {
  const xml = objectOf(
    "XML Object",
    (): ShapeFields => ({
      name: string,
      namespace: string,
      prefix: string,
      attribute: boolean,
      wrapped: boolean,
      ...(version === "3.2" ? { nodeType: choice("element", "attribute", "text", "cdata", "none") } : {}),
    }),
    { check: checkXml },
  );
  const simpleType = choice("array", "boolean", "integer", "null", "number", "object", "string");
  const schema: ObjectShape = objectOf(
    "Schema Object",
    () => ({
      $id: minor(stringThat((value) => (/#./.test(value) ? "must not have a fragment" : undefined))),
      $schema: minor(string),
      $ref: string,
      $anchor: minor(stringThat((value) => (/^[A-Za-z_][-A-Za-z0-9._]*$/.test(value) ? undefined : "is not a valid name of an anchor"))),
      $dynamicRef: string,
      $dynamicAnchor: minor(string),
      $vocabulary: minor(mapOf(boolean)),
      $comment: minor(string),
      $defs: mapOf(schema),
      prefixItems: arrayOf(schema, { least: 1 }),
      items: schema,
      contains: schema,
      additionalProperties: schema,
      properties: mapOf(schema),
      patternProperties: mapOf(schema),
      dependentSchemas: mapOf(schema),
      propertyNames: schema,
      if: schema,
      // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema, and nobody awaits this.
      then: schema,
      else: schema,
      allOf: arrayOf(schema, { least: 1 }),
      anyOf: arrayOf(schema, { least: 1 }),
      oneOf: arrayOf(schema, { least: 1 }),
      not: schema,
      unevaluatedItems: schema,
      unevaluatedProperties: schema,
      type: either(simpleType),
      const: anything,
      enum: arrayOf(anything),
      multipleOf: minor(positive),
      maximum: minor(numeric),
      exclusiveMaximum: minor(numeric),
      minimum: minor(numeric),
      exclusiveMinimum: minor(numeric),
      maxLength: minor(count),
      minLength: minor(count),
      pattern: minor(string),
      maxItems: minor(count),
      minItems: minor(count),
      uniqueItems: minor(boolean),
      maxContains: minor(count),
      minContains: minor(count),
      maxProperties: minor(count),
      minProperties: minor(count),
      required: minor(arrayOf(string, { items: "unique" })),
      dependentRequired: minor(mapOf(arrayOf(string, { items: "unique" }))),
      format: minor(string),
      title: minor(string),
      description: minor(string),
      default: minor(anything),
      deprecated: minor(boolean),
      readOnly: minor(boolean),
      writeOnly: minor(boolean),
      examples: minor(arrayOf(anything)),
      contentEncoding: minor(string),
      contentMediaType: minor(string),
      contentSchema: minor(schema),
      example: minor(anything),
      externalDocs: minor(externalDocs),
      xml: minor(xml),
      discriminator: minor(
        objectOf(
          "Discriminator Object",
          (): ShapeFields => ({
            "propertyName!": string,
            mapping: mapOf(string),
            ...(version === "3.2" ? { defaultMapping: string } : {}),
          }),
        ),
      ),
      definitions: mapOf(schema),
    }),
    {
      reference: "beside",
      boolean: "allowed",
      others: "open",
      checkOther: (name, visit) => checkKeywordName(name, schema, visit),
      check: checkNewerSchema,
    },
  );
  return schema;
}

/** Keywords of other versions that documents use. They are reported, and the conversion of schemas uses those that it supports. */
const laterKeywords = new Set(
  (
    "const examples $id $schema $anchor $comment $defs definitions prefixItems contains minContains maxContains patternProperties propertyNames " +
    "dependentRequired dependentSchemas if then else unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema " +
    "nullable writeOnly deprecated additionalItems id dependencies"
  ).split(" "),
);

function checkLaterKeyword(name: string, visit: Visit): boolean {
  if (!laterKeywords.has(name)) return false;
  reportFinding(visit, { code: laterKeyword, params: { name, version: visit.session.version }, spot: atKey(name) });
  return true;
}

function checkSchema(value: JsonObject, visit: Visit): void {
  if (value.type === "array" && !Object.hasOwn(value, "items"))
    reportFinding(visit, { code: arrayWithoutItems, params: {}, spot: atValue("type") });
  if (value.readOnly === true && value.writeOnly === true) {
    reportFinding(visit, { code: exclusiveFields, params: { one: "readOnly", other: "writeOnly" }, spot: atKey("writeOnly") });
  }
  checkNames(value, visit);
}

function checkNewerSchema(value: JsonObject, visit: Visit): void {
  checkNames(value, visit);
  if (typeof value.$schema === "string") checkDialect(value.$schema, atValue("$schema"), visit);
}

/** Checks that the properties in `required` and `discriminator` are described, if no other keyword can describe them. */
function checkNames(value: JsonObject, visit: Visit): void {
  const { properties, required, discriminator } = value;
  if (required === undefined && discriminator === undefined) return;
  if (isObject(discriminator) && isObject(discriminator.mapping)) deferMappingCheck(discriminator.mapping, visit);
  if (!isObject(properties) || describesElsewhere.some((name) => Object.hasOwn(value, name))) return;
  if (isArray(required)) checkRequired(required, properties, visit);
  const name = typeof discriminator === "string" ? discriminator : member(discriminator, "propertyName");
  if (typeof name !== "string" || Object.hasOwn(properties, name)) return;
  const spot = typeof discriminator === "string" ? atValue("discriminator") : atValue("discriminator", "propertyName");
  reportFinding(visit, { code: unknownDiscriminator, params: { name, near: nearest(name, Object.keys(properties)) }, spot });
}

const describesElsewhere = ["allOf", "anyOf", "oneOf", "patternProperties", "additionalProperties", "$ref", "if"];

function checkRequired(required: readonly Json[], properties: JsonObject, visit: Visit): void {
  for (let index = 0; index < required.length; index++) {
    const name = required[index];
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    reportFinding(visit, {
      code: undefinedRequiredProperty,
      params: { name, near: nearest(name, Object.keys(properties)) },
      spot: atValue("required", index),
    });
  }
}

/** Reports a keyword that is nearly a known one. JSON Schema allows any keyword, so others are not reported. */
function checkKeywordName(name: string, { fields }: ObjectShape, visit: Visit): boolean {
  // The conversion of schemas reports `nullable`.
  const near = name.length > 3 && name !== "nullable" && !laterKeywords.has(name) ? nearest(name, fields.keys()) : undefined;
  if (near !== undefined) reportFinding(visit, { code: unknownKeyword, params: { name, near }, spot: atKey(name) });
  return true;
}

/** Reports a dialect of JSON Schema that is not supported. */
export function checkDialect(uri: string, spot: ReturnType<typeof atValue>, visit: Visit): void {
  const isKnown =
    /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\//.test(uri) ||
    /^https:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/.test(uri);
  if (!isKnown) reportFinding(visit, { code: unknownDialect, params: { uri }, spot });
}

/** Reports keywords beside a `$ref` of 2.0 and 3.0 that would change the meaning. */
const checkIgnored = ignoredBeside(
  new Set("$ref description title example examples summary externalDocs deprecated default readOnly xml nullable".split(" ")),
);

function checkBesideReference(value: JsonObject, visit: Visit): void {
  checkIgnored(value, visit);
  if (value.nullable === true) reportFinding(visit, { code: nullableBesideReference, params: {}, spot: atKey("nullable") });
}

function checkXml(value: JsonObject, visit: Visit): void {
  if (!Object.hasOwn(value, "nodeType")) return;
  for (const other of ["attribute", "wrapped"]) {
    if (Object.hasOwn(value, other))
      reportFinding(visit, { code: exclusiveFields, params: { one: "nodeType", other }, spot: atKey(other) });
  }
}
