import type { OpenApiVersion } from "../../read/operation.ts";
import { checkKeywordName, checkLaterKeyword, checkNewerSchema, checkReferenceSiblings, checkSchema, checkXml } from "../check-schema.ts";
import {
  anything,
  arrayOf,
  boolean,
  choice,
  count,
  either,
  exclusiveBound,
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

/**
 * The shape of the Schema Object in a version of OpenAPI: a subset of JSON Schema in 2.0 and 3.0; JSON Schema 2020-12 and a few more
 * keywords in 3.1 and 3.2.
 *
 * Null in place of a schema accepts anything, as other programs read it. Below `not`, `if`, `contains`, `anyOf` and `oneOf`, null is
 * rejected (`strict`): a schema that accepts anything could make the outer schema reject what its author accepts, or accept everything.
 */
export function schemaShape(version: OpenApiVersion, externalDocs: ObjectShape): ObjectShape {
  return version === "2.0" || version === "3.0" ? olderSchema(version, externalDocs) : newerSchema(version, externalDocs);
}

const positive: Shape = { kind: "number", test: (value) => (Number(value) > 0 ? undefined : "must be above 0") };

/**
 * The assertions that schemas have in common with Swagger 2.0's parameters, headers and items. A keyword with a value of a wrong type is
 * reported and ignored without affecting the rest of the schema, because values from other drafts of JSON Schema are common.
 */
export const simpleAssertions: ShapeFields = {
  multipleOf: minor(positive),
  maximum: minor(numeric),
  exclusiveMaximum: minor(exclusiveBound),
  minimum: minor(numeric),
  exclusiveMinimum: minor(exclusiveBound),
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
  // 3.0 has neither null nor lists, which `checkSchema` reports, but documents use both with the meaning that they have in 3.1.
  const type = choice("array", "boolean", "integer", "null", "number", "object", "string", ...(version === "2.0" ? ["file"] : []));
  const fields = (): ShapeFields => ({
    ...simpleAssertions,
    title: minor(string),
    maxProperties: minor(count),
    minProperties: minor(count),
    required: minor(arrayOf(string, { least: 1, items: "unique" })),
    type: either(type),
    allOf: arrayOf(schema, { least: 1 }),
    // 2.0 is based on draft-04, in which an array of schemas describes a tuple.
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
          not: strict,
          oneOf: arrayOf(strict, { least: 1 }),
          anyOf: arrayOf(strict, { least: 1 }),
          nullable: minor(boolean),
          writeOnly: minor(boolean),
          deprecated: minor(boolean),
          discriminator: minor(
            objectOf("Discriminator Object", () => ({ "propertyName!": string, mapping: mapOf(string) }), { others: "open" }),
          ),
        }),
  });
  const options = {
    reference: "instead",
    checkOther: checkLaterKeyword,
    check: checkSchema,
    checkSiblings: checkReferenceSiblings,
  } as const;
  const strict: ObjectShape = objectOf("Schema Object", fields, options);
  const schema: ObjectShape = objectOf("Schema Object", fields, { ...options, null: "empty" });
  const schemaOrBoolean: ObjectShape = objectOf("Schema Object", fields, { ...options, null: "empty", boolean: "allowed" });
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
  const fields = (): ShapeFields => ({
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
    contains: strict,
    additionalProperties: schema,
    properties: mapOf(schema),
    patternProperties: mapOf(schema),
    dependentSchemas: mapOf(schema),
    propertyNames: schema,
    if: strict,
    // biome-ignore lint/suspicious/noThenProperty: `then` is a keyword of JSON Schema, and this object is never awaited.
    then: schema,
    else: schema,
    allOf: arrayOf(schema, { least: 1 }),
    anyOf: arrayOf(strict, { least: 1 }),
    oneOf: arrayOf(strict, { least: 1 }),
    not: strict,
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
  });
  const options = {
    reference: "with-siblings",
    boolean: "allowed",
    others: "open",
    checkOther: (name: string, visit: Visit) => checkKeywordName(name, schema, visit),
    check: checkNewerSchema,
  } as const;
  const strict: ObjectShape = objectOf("Schema Object", fields, options);
  const schema: ObjectShape = objectOf("Schema Object", fields, { ...options, null: "empty" });
  return schema;
}
