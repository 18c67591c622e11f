import { plainData } from "../../contract/plain-data.ts";
import type { Tool } from "../../ir/ir.ts";
import { isPositional } from "../../ir/is-positional.ts";
import type { BodyBinding, EncodingBinding, HttpBinding, ParameterBinding, Serialization, ValueSource } from "../../runtime/binding.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { openApiServers } from "./openapi-servers.ts";

/** An OpenAPI operation that was rebuilt from a tool. */
export interface OpenApiOperation {
  readonly operation: JsonObject;
  /** The names of parameters and body members with a fixed value. CES shows them to the model. */
  readonly visibleValues: readonly string[];
}

/** The reason why OpenAPI 3.0 and 3.1 cannot express the request of a tool; `undefined` if they can express the request. */
export function inexpressibleIn({ method, parameters, body }: HttpBinding): string | undefined {
  if (!methods.includes(method)) return `OpenAPI has no method ${method} before 3.2`;
  if (body !== null && isPositional(body.encoding))
    return "the parts of its multipart body have positions instead of names, and OpenAPI before 3.2 does not support such bodies";
  for (const { name, in: place, as } of parameters) {
    if (place === "querystring")
      return `its parameter "${name}" is the whole query, and OpenAPI before 3.2 does not support such parameters`;
    if ("style" in as && (as.style === "tabDelimited" || as.style === "cookie"))
      return `OpenAPI 3.0 has no style for its parameter "${name}"`;
  }
  return undefined;
}

const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];

/** Rebuilds an operation that compiles to this tool. `convert` converts a schema of the IR to the OpenAPI version of the document. */
export function openApiOperation(tool: Tool, binding: HttpBinding, convert: (schema: Json) => Json): OpenApiOperation {
  const visibleValues: string[] = [];
  const properties = isObject(tool.input.json.properties) ? tool.input.json.properties : {};
  const required = isArray(tool.input.json.required) ? tool.input.json.required : [];

  /** The schema of a parameter or a body, and the members that it has beside the schema, such as `description`. */
  const valueOf = (from: ValueSource, name: string): { schema: JsonObject; notes: JsonObject; required: boolean } => {
    if ("context" in from) return { schema: { type: "string" }, notes: { "x-ces-session-context": from.context }, required: false };
    if ("value" in from) {
      visibleValues.push(name);
      return { schema: only(plainJson(from.value)), notes: {}, required: true };
    }
    const property = Object.hasOwn(properties, from.input) ? properties[from.input] : undefined;
    const { description, deprecated, ...schema } = isObject(property) ? property : {};
    const notes = { ...(description === undefined ? {} : { description }), ...(deprecated === undefined ? {} : { deprecated }) };
    return { schema, notes, required: required.includes(from.input) };
  };

  const parameters = binding.parameters.map((parameter): JsonObject => {
    const value = valueOf(parameter.from, parameter.name);
    return {
      name: parameter.name,
      in: parameter.in,
      ...(parameter.required || value.required ? { required: true } : {}),
      ...value.notes,
      ...serialized(parameter, convert(value.schema)),
    };
  });
  const requestBody = binding.body === null ? undefined : rebuildBody(binding.body, valueOf, convert);
  const summary = tool.title;
  const description = tool.documentation === tool.title ? "" : tool.documentation;
  return {
    visibleValues,
    operation: {
      operationId: tool.localName,
      ...(tool.tags.length === 0 ? {} : { tags: tool.tags }),
      ...(summary === "" ? {} : { summary }),
      ...(description === "" ? {} : { description }),
      ...(tool.deprecated ? { deprecated: true } : {}),
      ...(binding.servers === null ? {} : { servers: openApiServers(binding.servers) }),
      ...(binding.security.length === 0 ? {} : { security: plainData(binding.security) }),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(requestBody === undefined ? {} : { requestBody }),
      responses: rebuildResponses(tool, binding, convert),
    },
  };
}

function serialized({ in: place, as }: ParameterBinding, schema: Json): JsonObject {
  if ("contentType" in as) {
    const encoding = "encoding" in as ? { encoding: mapped(as.encoding, rebuildEncoding) } : {};
    return { content: { [as.contentType]: { schema, ...encoding } } };
  }
  const standard = place === "query" || place === "cookie" ? "form" : "simple";
  return { ...styleOf(as, standard), schema };
}

/** The members `style`, `explode` and `allowReserved` of a parameter that differ from the defaults of its location. */
function styleOf(as: Extract<Serialization, { style: string }>, standard: string): JsonObject {
  return {
    ...(as.style === standard ? {} : { style: as.style }),
    ...(as.explode === (as.style === "form") ? {} : { explode: as.explode }),
    ...(as.allowReserved ? { allowReserved: true } : {}),
  };
}

type ValueOf = (from: ValueSource, name: string) => { schema: JsonObject; notes: JsonObject; required: boolean };

function rebuildBody(
  { required, contentType, from, encoding }: BodyBinding,
  valueOf: ValueOf,
  convert: (schema: Json) => Json,
): JsonObject {
  const written = isPositional(encoding) || Object.keys(encoding).length === 0 ? {} : { encoding: mapped(encoding, rebuildEncoding) };
  if ("input" in from) {
    const { schema, notes } = valueOf(from, "body");
    const { description, ...others } = notes;
    const note = description === undefined ? {} : { description };
    return {
      ...note,
      ...(required ? { required: true } : {}),
      content: { [contentType]: { schema: convert({ ...schema, ...others }), ...written } },
    };
  }
  const members = from.members.map(({ name, from: source }) => ({ name, ...valueOf(source, name) }));
  const requiredNames = members.filter((member) => member.required).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(members.map(({ name, schema: of, notes }) => [name, { ...of, ...notes }])),
    ...(requiredNames.length === 0 ? {} : { required: requiredNames }),
  };
  return { ...(required ? { required: true } : {}), content: { [contentType]: { schema: convert(schema), ...written } } };
}

function rebuildEncoding({ contentType, as, headers }: EncodingBinding): JsonObject {
  return {
    ...(contentType === null ? {} : { contentType }),
    ...(as !== null && "style" in as ? { style: as.style, explode: as.explode, allowReserved: as.allowReserved } : {}),
    ...(Object.keys(headers).length === 0
      ? {}
      : { headers: mapped(headers, (value): JsonObject => ({ schema: { type: "string", enum: [value] } })) }),
  };
}

/** Rebuilds the responses. Their schemas come from the output schema of the tool. */
function rebuildResponses(tool: Tool, { responses, output: form }: HttpBinding, convert: (schema: Json) => Json): JsonObject {
  // OpenAPI requires a response for each operation. The tool has no known response, and `4XX` claims nothing about successful responses.
  if (responses.length === 0) return { "4XX": { description: "" } };
  const schemas = partsOf(schemaOfResponses(answerSchema(tool), form), responses);
  const byStatus = new Map<string, [string, JsonObject][]>();
  for (const [index, { status, contentType, body }] of responses.entries()) {
    const contents = byStatus.get(status) ?? [];
    byStatus.set(status, contents);
    if (contentType !== null && body !== "none") contents.push([contentType, { schema: convert(schemas[index] ?? {}) }]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, contents]): [string, JsonObject] => [
      status,
      { description: "", ...(contents.length === 0 ? {} : { content: Object.fromEntries(contents) }) },
    ]),
  );
}

/** The output of the operation alone: for a tool whose calls wait for a result, the first alternative of its output. */
export function answerSchema({ output: { json }, binding }: Tool): JsonObject {
  const waits = binding.transport === "http" && binding.waiting !== null && binding.waiting.style !== "repeat";
  const [first] = waits && isArray(json.anyOf) ? json.anyOf : [];
  return isObject(first) ? first : json;
}

/** The schema of the response, without the wrapper `{ result }` and without the keywords that every output schema has. */
function schemaOfResponses(json: JsonObject, form: HttpBinding["output"]): JsonObject {
  const { type, properties, required, ...rest } = json;
  if (form === "result") {
    const result = isObject(properties) ? properties.result : undefined;
    return isObject(result) ? result : {};
  }
  const isComposed = ["$ref", "allOf", "anyOf", "oneOf"].some((keyword) => rest[keyword] !== undefined);
  const own = {
    ...(isObject(properties) && Object.keys(properties).length > 0 ? { properties } : {}),
    ...(isArray(required) && required.length > 0 ? { required } : {}),
  };
  return isComposed && Object.keys(own).length === 0 ? rest : { type: type ?? "object", ...own, ...rest };
}

/**
 * The schema of each response. `all` is the union of these schemas. If the alternatives of `all` cannot be assigned to the responses, a
 * response gets the whole union.
 */
function partsOf(all: JsonObject, responses: HttpBinding["responses"]): Json[] {
  const alternatives = isArray(all.anyOf) && Object.keys(all).length === 1 ? all.anyOf : undefined;
  const fixed = responses.map(({ body }) => fixedSchemas[body]);
  const open = fixed.filter((each) => each === undefined).length;
  const rest = alternatives?.filter(
    (each) => !fixed.some((schema) => schema !== undefined && JSON.stringify(schema.inOutput) === JSON.stringify(each)),
  );
  const isClear = rest !== undefined && rest.length === open;
  const whole =
    rest !== undefined && rest.length > 0 && rest.length < (alternatives?.length ?? 0)
      ? rest.length === 1
        ? (rest[0] ?? {})
        : { anyOf: rest }
      : all;
  let next = 0;
  return responses.map(({ body }, index): Json => {
    const known = fixed[index];
    if (known !== undefined) return known.inDocument;
    const part = isClear ? (rest[next++] ?? {}) : whole;
    return body !== "json" && isObject(part) ? (part.items ?? {}) : part;
  });
}

/** For responses whose schema follows from the kind of body: the schema in the tool's output, and the schema in the OpenAPI document. */
const fixedSchemas: { readonly [body in HttpBinding["responses"][number]["body"]]: { inOutput: Json; inDocument: Json } | undefined } = {
  json: undefined,
  sequence: undefined,
  "event-data": undefined,
  "event-text": undefined,
  none: { inOutput: { type: "null" }, inDocument: {} },
  text: { inOutput: { type: "string" }, inDocument: { type: "string" } },
  binary: {
    inOutput: {
      type: "object",
      properties: { mediaType: { type: "string" }, base64: { type: "string", contentEncoding: "base64" } },
      required: ["mediaType", "base64"],
    },
    inDocument: { type: "string", format: "binary" },
  },
};

/** A schema that accepts only one value. */
function only(value: Json): JsonObject {
  const type =
    value === null ? undefined : isArray(value) ? "array" : typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
  return { ...(type === undefined ? {} : { type }), enum: [value], default: value };
}

function plainJson(value: unknown): Json {
  return value as Json; // A fixed value is JSON that was parsed from the configuration.
}

function mapped<T>(value: { readonly [name: string]: T }, convert: (each: T) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, convert(each)]));
}
