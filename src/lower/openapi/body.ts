import type { Diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Encoding, Example, MediaType, RequestBody } from "../../document/openapi/read/operation.ts";
import { isPositional } from "../../ir/is-positional.ts";
import type { BodyBinding, EncodingBinding } from "../../runtime/binding.ts";
import { fileSchema } from "../../schema/convert/file-schema.ts";
import type { SchemaLibrary, SchemaUse } from "../../schema/schema-library.ts";
import { isObject, type JsonSchema, member } from "../../source/json/json.ts";
import { valueAt } from "../../source/tree.ts";
import { annotated, arraySchema, closedObject, literalSchema, type Property } from "../schemas/build-schema.ts";
import { checkParts, fixedHeader } from "./check-serialization.ts";
import { kindOf, preferredForRequest } from "./media-type.ts";
import { neverEmptyField } from "./never-empty.ts";
import { objectMembers } from "./object-members.ts";

/** The body of a request: as separate members of the input, or as one value. */
export interface LoweredBody {
  readonly required: boolean;
  readonly contentType: string;
  readonly encoding: BodyBinding["encoding"];
  readonly members: readonly Property[] | undefined;
  /** What the members or parts lose when they are serialized. */
  readonly diagnostics: readonly Diagnostic[];
  readonly whole: SchemaUse;
  /**
   * The examples of the whole body; `undefined` if no example fits, because the input represents the body in another form than the
   * document, as for files.
   */
  readonly examples: readonly Example[] | undefined;
}

export interface BodyOptions {
  readonly schemas: SchemaLibrary;
  readonly body: "merged" | "grouped";
}

/** Lowers the body of an operation; `undefined` for an operation without a body. */
export function lowerBody(requestBody: RequestBody | undefined, { schemas, body }: BodyOptions): LoweredBody | undefined {
  const content = requestBody && preferredForRequest(requestBody.content);
  if (requestBody === undefined || content === undefined) return undefined;
  const kind = kindOf(content.mediaType);
  const members = membersOf(content, schemas);
  const whole =
    members !== undefined && (content.fields.length > 0 || kind === "multipart")
      ? closedObject(members, content.origin)
      : wholeOf(content, schemas);
  const isMerged =
    body === "merged" && requestBody.content.length === 1 && (requestBody.required || members?.some(({ required }) => required) === false);
  return {
    required: requestBody.required,
    contentType: content.mediaType,
    encoding: encodingOf(content),
    members: isMerged ? members : undefined,
    diagnostics: checkParts(content, members ?? [], schemas),
    examples: kind === "json" || kind === "form" || kind === "text" ? content.examples : undefined,
    whole: annotated(whole, requestBody.description === "" ? {} : { description: requestBody.description }),
  };
}

/** Whether a body is described as an object without members, as by generators that write a body for each operation. */
export function hasNoMembers({ whole }: LoweredBody): boolean {
  const { properties, additionalProperties, ...others } = whole.schema.json;
  const isEmpty = properties === undefined ? additionalProperties === false : isObject(properties) && Object.keys(properties).length === 0;
  return isEmpty && Object.keys(others).every((keyword) => ["type", "title", "description"].includes(keyword));
}

/**
 * The members of the body; `undefined` if the body is not described as an object, or if the schema has assertions about the whole object.
 */
function membersOf(content: MediaType, schemas: SchemaLibrary): Property[] | undefined {
  const kind = kindOf(content.mediaType);
  const members = describedMembers(content, schemas);
  if (kind !== "form" && kind !== "multipart") return members;
  const encoding = encodingOf(content);
  const encodingFor = (name: string) => (isPositional(encoding) || !Object.hasOwn(encoding, name) ? undefined : encoding[name]);
  return members?.map((property) =>
    property.required ? { ...property, use: neverEmptyField(property.use, encodingFor(property.name), schemas) } : property,
  );
}

function describedMembers(content: MediaType, schemas: SchemaLibrary): Property[] | undefined {
  const kind = kindOf(content.mediaType);
  if (content.fields.length > 0) {
    return content.fields.map(({ name, required, isFile, schema, description, origin }): Property => {
      const use = isFile ? literalSchema(fileSchema, origin) : schemas.convert(schema, "input");
      return { name, required, use: annotated(use, description === "" ? {} : { description }) };
    });
  }
  if (content.schema === undefined || (kind !== "json" && kind !== "form" && kind !== "multipart")) return undefined;
  const members = objectMembers(schemas.convert(content.schema, "input"), schemas);
  return kind === "multipart" ? members?.map((property) => ({ ...property, use: partOf(property.use, schemas) })) : members;
}

/** The schema of a part of a multipart body. For raw bytes, it is the schema of a file in JSON, because models produce JSON. */
function partOf(use: SchemaUse, schemas: SchemaLibrary): SchemaUse {
  const { tree, path } = use.schema.origin;
  return annotated(schemas.convertPart({ tree, path }), notesOf(use.schema.json));
}

function notesOf(json: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(json).filter(([keyword]) => keyword === "description" || keyword === "title" || keyword === "deprecated"),
  );
}

/** The schema of the whole body: a file for bytes, a string for text and sequences, else the authored schema. */
function wholeOf(content: MediaType, schemas: SchemaLibrary): SchemaUse {
  switch (kindOf(content.mediaType)) {
    case "binary":
      return literalSchema(fileSchema, content.origin);
    case "text":
    case "sequence":
      return literalSchema({ type: "string" }, content.origin);
    case "multipart":
      return partsOf(content, schemas);
    default:
      return content.schema === undefined ? literalSchema({}, content.origin) : schemas.convert(content.schema, "input");
  }
}

/** The schema of a whole multipart body: the authored schema, or an array if the document describes only the items. */
function partsOf({ schema, itemSchema, origin }: MediaType, schemas: SchemaLibrary): SchemaUse {
  if (schema !== undefined) return schemas.convertPart(schema);
  return itemSchema === undefined ? literalSchema({}, origin) : arraySchema(schemas.convertPart(itemSchema), origin);
}

/** The encodings of form members or multipart parts (OpenAPI 3.2 §4.15). Members without an entry have the default encoding. */
function encodingOf(content: MediaType): BodyBinding["encoding"] {
  const kind = kindOf(content.mediaType);
  if ("length" in content.encoding) return kind === "multipart" ? content.encoding.map(encodingBinding) : {};
  if (kind !== "form" && kind !== "multipart") return {};
  // Of the form parameters of Swagger 2.0, only arrays can be sent in several ways.
  const ofFields = content.fields
    .filter(({ schema }) => member(valueAt(schema.tree, schema.path), "type") === "array")
    .map(({ name, as }): [string, EncodingBinding] => [name, { contentType: null, as, headers: {} }]);
  return { ...Object.fromEntries(ofFields), ...encodingsByName(content.encoding) };
}

/** The encodings of form members that the document declares, by the names of the members. */
export function encodingsByName(encodings: ReadonlyMap<string, Encoding>): { readonly [member: string]: EncodingBinding } {
  return Object.fromEntries([...encodings].map(([name, encoding]) => [name, encodingBinding(encoding)]));
}

function encodingBinding({ contentType, as, headers }: Encoding): EncodingBinding {
  // A header without a fixed value is omitted, because the input has no property for it.
  const fixed = [...headers].flatMap(([name, place]): [string, string][] => {
    const value = fixedHeader(place);
    return value === undefined ? [] : [[name, value]];
  });
  return { contentType: contentType ?? null, as: as ?? null, headers: Object.fromEntries(fixed) };
}
