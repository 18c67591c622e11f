import { camelCase } from "../../../../definition/node.ts";
import { isArray, isObject, type Json, type JsonObject, member, namedEntries } from "../../../../source/json/json.ts";
import { jsonAt, type Path, parsePointer } from "../../../../source/tree.ts";
import { type Cursor, marker } from "./cursor.ts";

/** A word that completes a text. */
export interface Suggestion {
  readonly word: string;
  /** `flag`: `true` or `false`, which is not a string. */
  readonly kind: "key" | "value" | "flag" | "name" | "file" | "folder";
  /** A few words beside the candidate. */
  readonly detail: string;
  /** An explanation as plain text. */
  readonly documentation: string;
  /** Whether the value of a key is an object or a list, which is written on the next lines. */
  readonly isGroup?: boolean;
}

/** The keys and values that a JSON Schema, such as that of the configuration, allows at the cursor. */
export function schemaCandidates(root: JsonObject, { part, path, data }: Cursor): Suggestion[] {
  const [schemas, value] = schemasAt(root, path, data);
  const found = schemas.flatMap((schema) => (part === "key" ? keysOf(schema, { root, value }) : valuesOf(schema, root)));
  // The first description of a word is that of its own property, not of a branch that only allows it.
  return [...new Map(found.toReversed().map((candidate) => [candidate.word, candidate])).values()].toReversed();
}

/** The endings of the files that a JSON Schema says the value at the cursor may name by their path; `undefined` if it names none. */
export function pathEndings(root: JsonObject, { part, path, data }: Cursor): readonly string[] | undefined {
  if (part === "key") return undefined;
  const [schemas] = schemasAt(root, path, data);
  return schemas
    .map((schema) => member(schema, "x-path"))
    .find(isArray)
    ?.map(String);
}

/** Whether a schema describes all keys that the root of the data has, apart from the marker. */
export function describesRoot(root: JsonObject, data: Json): boolean {
  if (!isObject(data)) return false;
  const known = new Set(
    applied(root, { root, value: data }).flatMap((schema) => namedEntries(member(schema, "properties")).map(([name]) => name)),
  );
  return Object.keys(data).every((key) => key === marker || known.has(key));
}

interface Context {
  readonly root: JsonObject;
  /** The value that is completed, which decides between the branches of a schema. */
  readonly value: Json | undefined;
}

function schemasAt(root: JsonObject, path: Path, data: Json): readonly [readonly JsonObject[], Json | undefined] {
  let value: Json | undefined = data;
  let schemas = applied(root, { root, value });
  for (const step of path) {
    const next: Json | undefined = isArray(value) ? value[Number(step)] : member(value, String(step));
    schemas = schemas.flatMap((schema) => childrenOf(schema, step)).flatMap((schema) => applied(schema, { root, value: next }));
    value = next;
  }
  return [schemas, value];
}

function childrenOf(schema: JsonObject, step: string | number): readonly Json[] {
  if (typeof step === "number") return present(member(schema, "items"));
  const properties = member(schema, "properties");
  const own = member(properties, step) ?? member(properties, camelCase(step));
  return present(own ?? member(schema, "additionalProperties"));
}

/** The schemas that may apply to a value together with a schema: the targets of references, and the branches that its members allow. */
function applied(schema: Json, context: Context, depth = 0): readonly JsonObject[] {
  if (!isObject(schema) || depth > 20) return [];
  const { root, value } = context;
  const reference = member(schema, "$ref");
  const target = typeof reference === "string" && reference.startsWith("#/") ? pointed(root, reference) : undefined;
  const branches = [member(schema, "allOf"), member(schema, "anyOf"), member(schema, "oneOf")].flatMap((list) =>
    isArray(list) ? list : [],
  );
  const condition = member(schema, "if");
  const chosen = condition === undefined ? undefined : member(schema, isMet(condition, value) ? "then" : "else");
  return [schema, ...[...present(target), ...branches, ...present(chosen)].flatMap((each) => applied(each, context, depth + 1))];
}

function pointed(root: JsonObject, reference: string): Json | undefined {
  return jsonAt(root, parsePointer(reference.slice(1)));
}

/** Whether a value fulfils a condition on constant members, the only conditions in the published schemas. */
function isMet(condition: Json, value: Json | undefined): boolean {
  const required = member(condition, "required");
  return namedEntries(member(condition, "properties")).every(([name, test]) => {
    const own = member(value, name);
    if (own === undefined) return !isArray(required) || !required.includes(name);
    const values = member(test, "enum");
    return own === member(test, "const") || (isArray(values) && values.includes(own));
  });
}

function keysOf(schema: JsonObject, { root, value }: Context): Suggestion[] {
  const written = new Set(isObject(value) ? Object.keys(value) : []);
  return namedEntries(member(schema, "properties"))
    .filter(([name, property]) => !written.has(name) && member(property, "readOnly") !== true)
    .map(([name, property]) => {
      const all = applied(property, { root, value: undefined });
      const types = all.flatMap((each) => present(member(each, "type")).flat());
      const isGroup = types.length > 0 && types.every((type) => type === "object" || type === "array");
      return { word: name, kind: "key", detail: typeText(types), documentation: descriptionOf(all), isGroup };
    });
}

function valuesOf(schema: JsonObject, root: JsonObject): Suggestion[] {
  const values = member(schema, "enum");
  const constant = member(schema, "const");
  const flags = member(schema, "type") === "boolean" ? [true, false] : [];
  const all = [...(isArray(values) ? values : []), ...present(constant), ...flags];
  const standard = member(schema, "default");
  const documentation = descriptionOf(applied(schema, { root, value: undefined }));
  return all
    .filter((value) => typeof value === "string" || typeof value === "boolean")
    .map((value) => ({
      word: String(value),
      kind: typeof value === "boolean" ? "flag" : "value",
      detail: value === standard ? "default" : "",
      documentation,
    }));
}

function descriptionOf(schemas: readonly JsonObject[]): string {
  return schemas.map((schema) => member(schema, "description")).find((text) => typeof text === "string") ?? "";
}

function typeText(types: readonly Json[]): string {
  return [...new Set(types.filter((type) => typeof type === "string"))].join(" or ");
}

function present(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}
