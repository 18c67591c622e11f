import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { isArray, isObject, type Json, type JsonObject, member } from "../source/json/json.ts";
import { originOfKey, originOfValue, type Path, type Tree } from "../source/tree.ts";
import { duplicateField, noMember, severalMembers, unrenderedTemplate } from "./codes.ts";
import { enumName } from "./enum-name.ts";
import { messageNamed } from "./message-named.ts";
import { camelCase, type Node } from "./node.ts";
import { findTemplate } from "./template.ts";

/** A proto3 message with all fields in camelCase, as the validators require, and those of its errors that JSON Schema cannot express. */
export interface ReadMessage {
  readonly value: Json;
  readonly errors: readonly MessageError[];
}

/** An error in a proto3 message: the path of the invalid value, and the diagnostic. */
export interface MessageError {
  readonly path: Path;
  readonly found: Diagnostic;
}

/** Converts the fields of a message to camelCase, and its enum members to names. The keys of maps are not converted. */
export function readMessage({ tree, path, value }: Node, message: string): ReadMessage {
  const errors: MessageError[] = [];
  const read = readValue({ value, path, schema: messageNamed(message) }, { tree, errors });
  return { value: read, errors };
}

interface MessageValue {
  readonly value: Json;
  readonly path: Path;
  readonly schema: JsonObject;
}

/** The tree that contains the message of CES, and the errors in the message that were found so far. */
interface Reading {
  readonly tree: Tree;
  readonly errors: MessageError[];
}

function readValue({ value, path, schema: written }: MessageValue, reading: Reading): Json {
  const schema = resolveSchema(written, value);
  if (typeof value === "string") {
    findTemplateIn({ value, path, schema }, reading);
    return value;
  }
  if (typeof value === "number") return enumName(value, schema) ?? value;
  if (isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((item, index) => readValue({ value: item, path: [...path, index], schema: items }, reading)) : value;
  }
  if (!isObject(value)) return value;
  if (isObject(schema.properties)) return readFields(value, { path, schema, fields: schema.properties }, reading);
  const { additionalProperties } = schema;
  if (!isObject(additionalProperties)) return value;
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [
    key,
    readValue({ value: item, path: [...path, key], schema: additionalProperties }, reading),
  ]);
  return Object.fromEntries(entries);
}

interface Message {
  readonly path: Path;
  readonly schema: JsonObject;
  readonly fields: JsonObject;
}

function readFields(value: JsonObject, { path, schema, fields }: Message, reading: Reading): Json {
  /** The authored name of each known field that is present, by its name in camelCase and in the author's order. */
  const given = new Map<string, string>();
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    const name = Object.hasOwn(fields, key) ? key : camelCase(key);
    const fieldSchema = member(fields, name);
    if (!isObject(fieldSchema)) {
      entries.push([key, item]);
      continue;
    }
    // In proto3 JSON, a field that is null is absent, unless the field accepts values of any type.
    if (item === null && Object.keys(fieldSchema).some((keyword) => keyword !== "description")) continue;
    const first = given.get(name);
    if (first !== undefined) {
      const related = [{ message: `"${first}" is given here.`, place: originOfKey(reading.tree, [...path, first]) }];
      reading.errors.push({
        path: [...path, key],
        found: diagnostic(duplicateField, { name: key, first }, originOfKey(reading.tree, [...path, key]), { related }),
      });
      continue;
    }
    given.set(name, key);
    entries.push([name, readValue({ value: item, path: [...path, key], schema: fieldSchema }, reading)]);
  }
  for (const choice of isArray(schema["x-oneof"]) ? schema["x-oneof"] : []) checkChoice(choice, { path, value, given }, reading);
  return Object.fromEntries(entries);
}

/** Checks that at most one member of a oneof is present, and exactly one if the oneof is required. */
function checkChoice(
  choice: Json,
  { path, value, given }: { readonly path: Path; readonly value: JsonObject; readonly given: ReadonlyMap<string, string> },
  { tree, errors }: Reading,
): void {
  const allowed = member(choice, "fields");
  const fields = isArray(allowed) ? allowed.map(String) : [];
  const what = String(member(choice, "name"));
  const [first, ...others] = [...given].filter(([name]) => fields.includes(name)).map(([, key]) => key);
  if (first === undefined) {
    if (member(choice, "required") !== true) return;
    const empty = Object.keys(value).find((key) => fields.includes(camelCase(key)));
    const place = originOfKey(tree, empty === undefined ? path : [...path, empty]);
    errors.push({ path, found: diagnostic(noMember, { what, fields, empty }, place) });
    return;
  }
  const related = [{ message: `"${first}" is given here.`, place: originOfKey(tree, [...path, first]) }];
  for (const key of others) {
    errors.push({ path, found: diagnostic(severalMembers, { what, first, second: key }, originOfKey(tree, [...path, key]), { related }) });
  }
}

/** Reports a template in a name or an address that was not replaced by a value. Texts for humans or models are not checked. */
function findTemplateIn({ value, path, schema }: MessageValue, { tree, errors }: Reading): void {
  if (schema.contentMediaType !== undefined || typeof value !== "string") return;
  const template = findTemplate(value);
  if (template !== undefined) errors.push({ path, found: diagnostic(unrenderedTemplate, { template }, originOfValue(tree, path)) });
}

/** The schema that applies to a value, after references and conditions are resolved. */
function resolveSchema(schema: JsonObject, value: Json): JsonObject {
  if (typeof schema.$ref === "string") return resolveSchema(messageNamed(schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1)), value);
  if (isObject(schema.then) && isObject(value)) return resolveSchema(schema.then, value);
  return schema;
}
