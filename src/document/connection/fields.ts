import { type Diagnostic, diagnostic, type Outcome } from "../../diagnostic/diagnostic.ts";
import { nearest } from "../../diagnostic/nearest.ts";
import type { SchemaPlace } from "../../schema/convert/converted.ts";
import { isArray, isObject, itemsIn, type Json, type JsonSchema, member } from "../../source/json/json.ts";
import { parseNested } from "../../source/parse-tree.ts";
import { originOfValue, type Path, type Tree, valueAt } from "../../source/tree.ts";
import { invalidSchemaString, unknownDataType } from "../codes.ts";
import type { ConnectorField } from "./connection.ts";
import { dataTypes, schemaOfDataType } from "./data-type.ts";

/**
 * The names of the members that may describe the fields: `lists` contain an array of fields, `schemas` a JSON Schema, and `texts` a string
 * that contains a JSON Schema.
 */
export interface FieldMembers {
  readonly lists: readonly string[];
  readonly schemas: readonly string[];
  readonly texts: readonly string[];
}

/**
 * Reads the fields of an entity, or the inputs or results of an action, in the order of the snapshot. The schema of a field is the first
 * that exists of these: the field's `jsonSchema`, the field's property in the schema of all fields, the schema of the field's data type.
 */
export function readFields(tree: Tree, path: Path, members: FieldMembers): Outcome<ConnectorField[] | undefined> {
  const diagnostics: Diagnostic[] = [];
  const listName = members.lists.find((name) => isArray(valueAt(tree, [...path, name])));
  const whole = wholeSchema(tree, path, members, diagnostics);
  if (whole === "invalid") return { value: undefined, diagnostics };
  const schema = whole && valueAt(whole.tree, whole.path);
  const properties = member(schema, "properties");
  const listed = member(schema, "required");
  const required = isArray(listed) ? new Set(listed) : undefined;
  const fields = new Map<string, ConnectorField>();

  const list = listName === undefined ? undefined : valueAt(tree, [...path, listName]);
  for (const [index, field] of itemsIn(list).entries()) {
    const name = firstString(field, ["field", "parameter", "name"]);
    if (name === undefined || fields.has(name)) continue;
    const at = [...path, listName ?? "", index];
    const inWhole = whole !== undefined && isObject(member(properties, name)) ? propertyOf(whole, name) : undefined;
    fields.set(name, {
      name,
      schema: schemaOf({ field, at, tree, inWhole }, diagnostics),
      notes: notesOf(field),
      required: required?.has(name) ?? isRequired(field),
      isReadOnly: member(field, "readonly") === true || member(field, "readOnly") === true,
      tree,
      path: at,
    });
  }
  if (whole !== undefined && isObject(properties)) {
    for (const [name, schema] of Object.entries(properties)) {
      if (fields.has(name)) continue;
      const { place, root } = propertyOf(whole, name);
      const isReadOnly = member(schema, "readOnly") === true || member(schema, "readonly") === true;
      const { tree, path } = place;
      fields.set(name, { name, schema: { place, root }, notes: {}, required: required?.has(name) === true, isReadOnly, tree, path });
    }
  }
  return { value: [...fields.values()], diagnostics };
}

/** The JSON Schema that describes all fields together, as the properties of an object; `undefined` if there is no such schema. */
function wholeSchema(
  tree: Tree,
  path: Path,
  { schemas, texts }: FieldMembers,
  diagnostics: Diagnostic[],
): SchemaPlace | "invalid" | undefined {
  for (const name of schemas) {
    if (isObject(valueAt(tree, [...path, name]))) return { tree, path: [...path, name] };
  }
  for (const name of texts) {
    const text = valueAt(tree, [...path, name]);
    if (typeof text !== "string" || text === "") continue;
    const origin = originOfValue(tree, [...path, name]);
    const nested = parseNested(text, origin);
    if (isObject(nested.data) && nested.problems.length === 0) return { tree: nested, path: [] };
    diagnostics.push(diagnostic(invalidSchemaString, { field: name }, origin));
    return "invalid";
  }
  return undefined;
}

/** The dialect of the schemas in snapshots of Integration Connectors. */
const dialect = "2020-12";

function propertyOf(whole: SchemaPlace, name: string) {
  return { place: { tree: whole.tree, path: [...whole.path, "properties", name] }, root: { ...whole, dialect } } as const;
}

interface AuthoredField {
  readonly field: Json;
  readonly at: Path;
  readonly tree: Tree;
  /** The field's property in the schema that describes all fields together. */
  readonly inWhole: ConnectorField["schema"] | undefined;
}

function schemaOf({ field, at, tree, inWhole }: AuthoredField, diagnostics: Diagnostic[]): ConnectorField["schema"] {
  const own = member(field, "jsonSchema");
  if (isObject(own) && Object.keys(own).length > 0) {
    const root = { tree, path: [...at, "jsonSchema"], dialect } as const;
    return { place: root, root };
  }
  if (inWhole !== undefined) return inWhole;
  const dataType = firstString(field, ["dataType"]) ?? "DATA_TYPE_UNSPECIFIED";
  const known = schemaOfDataType(dataType);
  if (known === undefined)
    diagnostics.push(
      diagnostic(unknownDataType, { dataType, near: nearest(dataType, dataTypes) }, originOfValue(tree, [...at, "dataType"])),
    );
  const { type, ...rest } = known ?? {};
  const isNullable = member(field, "nullable") === true && typeof type === "string" && type !== "null";
  return { json: type === undefined ? rest : { type: isNullable ? [type, "null"] : type, ...rest } };
}

function notesOf(field: Json): JsonSchema {
  const description = firstString(field, ["description"]);
  const value = member(field, "defaultValue");
  const notes: [string, Json][] = [];
  if (description !== undefined) notes.push(["description", description]);
  if (value !== undefined && value !== null) notes.push(["default", value]);
  return Object.fromEntries(notes);
}

/**
 * Whether a field is required if no JSON Schema lists the required fields. ProtoJSON may omit `false`, so only an explicit `nullable:
 * false` means "required".
 */
function isRequired(field: Json): boolean {
  const value = member(field, "defaultValue");
  return member(field, "nullable") === false && (value === undefined || value === null);
}

/** Of the members with these names, the value of the first that is a non-empty string. */
export function firstString(object: Json | undefined, names: readonly string[]): string | undefined {
  return names.map((name) => member(object, name)).find((value): value is string => typeof value === "string" && value !== "");
}
