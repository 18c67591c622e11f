import { describedValues } from "../../../schema/value-texts.ts";
import { isObject, type Json, type JsonObject, member } from "../../../source/json/json.ts";
import { type Origin, originOfValue } from "../../../source/tree.ts";
import type { FormField, Located, MediaTypeText, Parameter, ParameterSerialization, Style } from "./operation.ts";
import { readEncodings } from "./read-encoding.ts";
import { readExamples } from "./read-examples.ts";
import { readStyle } from "./read-style.ts";
import { at, type DocumentReader, entriesOf, follow, stringOrEmpty } from "./reader.ts";

/**
 * Reads a valid Parameter Object, with the defaults of OpenAPI. The result is cached, since many operations may refer to the same
 * parameter.
 */
export function readParameter(place: Located, reader: DocumentReader): Parameter {
  const known = reader.parameters.get(place.value);
  if (known !== undefined) return known;
  const parameter = reader.version === "2.0" ? readParameter2(place) : readParameter3(place, reader);
  reader.parameters.set(place.value, parameter);
  return parameter;
}

function readParameter3(place: Located, reader: DocumentReader): Parameter {
  const { value } = place;
  const where = placeOf(value);
  const [mediaType] = entriesOf(at(place, "content"));
  const schema = mediaType === undefined ? at(place, "schema") : at(mediaType[1], "schema");
  const common = readCommon(place, schema?.value);
  const as = mediaType === undefined ? readStyle(value, defaultStyle(where)) : readMediaType(mediaType, reader);
  const content = mediaType === undefined ? undefined : follow(mediaType[1], reader).target;
  const examples = [...readExamples(place, reader), ...(content === undefined ? [] : readExamples(content, reader))];
  return { ...common, in: where, as, schema: schema === undefined ? undefined : { tree: schema.tree, path: schema.path }, examples };
}

function readMediaType([contentType, place]: readonly [string, Located<Json>], reader: DocumentReader): MediaTypeText {
  const target = follow(place, reader).target;
  const encoding = target === undefined ? undefined : readEncodings(target, reader);
  return encoding instanceof Map && encoding.size > 0 ? { contentType, encoding } : { contentType };
}

function readParameter2(place: Located): Parameter {
  const where = placeOf(place.value);
  return {
    ...readCommon(place, place.value),
    in: where,
    as: readCollectionFormat(place.value, defaultStyle(where)),
    schema: { tree: place.tree, path: place.path },
    examples: [],
  };
}

/** Creates a parameter for a variable in the path that the document does not describe. */
export function undescribedParameter(name: string, origin: Origin): Parameter {
  return {
    name,
    in: "path",
    description: "",
    required: true,
    deprecated: false,
    as: { style: "simple", explode: false, allowReserved: false },
    schema: "string",
    sessionContext: undefined,
    examples: [],
    origin,
  };
}

/** Reads a form parameter of Swagger 2.0 (`in: formData`). */
export function readFormField(place: Located): FormField {
  const { name, description, required, origin } = readCommon(place, place.value);
  const schema = { tree: place.tree, path: place.path };
  return {
    name,
    description,
    required,
    isFile: place.value.type === "file",
    schema,
    as: readCollectionFormat(place.value, "form"),
    origin,
  };
}

function readCommon({ tree, path, value }: Located, schema: Json | undefined) {
  const context = value["x-ces-session-context"];
  const description = stringOrEmpty(value.description);
  return {
    name: stringOrEmpty(value.name),
    // It takes the place of the schema's own description, and so of what that says of the values.
    description: (description !== "" && isObject(schema) ? describedValues({ ...schema, description }) : undefined) ?? description,
    required: value.required === true || value.in === "path",
    deprecated: value.deprecated === true,
    sessionContext: typeof context === "string" ? context : undefined,
    origin: originOfValue(tree, path),
  };
}

function placeOf(value: JsonObject): Parameter["in"] {
  const where = value.in;
  if (where === "path" || where === "query" || where === "header" || where === "cookie" || where === "querystring") return where;
  throw new Error(`A parameter in ${JSON.stringify(where)} was read, which the structure check rejects.`);
}

function defaultStyle(where: Parameter["in"]): Style {
  return where === "path" || where === "header" ? "simple" : "form";
}

/** Converts 2.0's `collectionFormat` to a style of 3.x. */
function readCollectionFormat(value: JsonObject, fallback: Style): ParameterSerialization {
  const format = member(value, "collectionFormat");
  const canSpread = fallback === "form";
  if (format === "multi" && canSpread) return { style: "form", explode: true, allowReserved: false };
  if (format === "ssv") return { style: "spaceDelimited", explode: false, allowReserved: false };
  if (format === "tsv") return { style: "tabDelimited", explode: false, allowReserved: false };
  if (format === "pipes") return { style: "pipeDelimited", explode: false, allowReserved: false };
  return { style: fallback, explode: false, allowReserved: false };
}
