import { isRecord, type UnknownRecord } from "../json.ts";
import type { EntryParameter, ReturnedObject } from "./entry.ts";

/** Finds the schema that a `$ref` refers to, and its name. The value of `$ref` is a string in the compiler, and a function at run time. */
export type FollowReference = (reference: unknown) => NamedSchema | undefined;

export interface NamedSchema {
  readonly name: string;
  readonly schema: unknown;
}

/** The maximum number of schemas that are visited for one tool. The relevant names are near the root. */
const maxVisits = 200;
const maxValues = 30;

/** The state while the schemas of one tool are read. */
interface Visit {
  readonly follow: FollowReference;
  readonly budget: { left: number };
}

/** Reads the parameters of a tool from its input schema. */
export function parametersOf(input: unknown, follow: FollowReference): EntryParameter[] {
  const visit = { follow, budget: { left: maxVisits } };
  const parameters = new Map<string, EntryParameter>();
  for (const { properties, required } of objectsIn(input, visit)) {
    const names = listOf(required);
    membersOf(properties).forEach((name) => {
      const schema = properties[name];
      const words = wordsIn(schema, visit);
      parameters.set(name, { name, description: descriptionOf(schema, follow), isRequired: names.includes(name), words });
    });
  }
  return [...parameters.values()];
}

/** Reads the objects in the output of a tool from its output schema: the output itself, and the items of arrays in it. */
export function returnedBy(output: unknown, follow: FollowReference): ReturnedObject[] {
  const visit = { follow, budget: { left: maxVisits } };
  const found: ReturnedObject[] = [];
  addReturned(found, "", output, visit, 3);
  return found;
}

/** Names of members that contain the things that a tool returns, but do not say which things these are. */
const containers: ReadonlySet<string> = new Set(
  "content data edges elements entries hits items list node nodes records result results rows value values".split(" "),
);

// Most schemas are of strings and numbers, or of one object. So the functions below create arrays only where they have something to add:
// arrays, generators and copies took most of the time of an index of a thousand tools.
function addReturned(found: ReturnedObject[], name: string, schema: unknown, visit: Visit, depth: number): void {
  const names = name === "" ? [] : [name];
  const { target, isListed } = unfold(schema, visit, names);
  const objects = objectsIn(target, visit);
  // The names of one object are the same array for all tools, so an index reads them once.
  const members =
    objects.length === 1 && objects[0] ? membersOf(objects[0].properties) : objects.flatMap(({ properties }) => membersOf(properties));
  if (members.length === 0) return;
  found.push({ names, isListed, members });
  if (depth === 0 || isListed) return;
  // Only the items of an array or a page are added, since users call a tool to get them. They do not call it to get a nested object, such
  // as the user of an issue.
  for (const { properties } of objects) {
    membersOf(properties).forEach((member) => {
      const part = properties[member];
      if (containers.has(member)) addReturned(found, names[0] ?? "", part, visit, depth - 1);
      else if (isList(part, visit)) addReturned(found, member, part, visit, depth - 1);
    });
  }
}

/** The names of the members that a schema with these `properties` describes. Schemas that tools share are read once. */
function membersOf(properties: UnknownRecord): readonly string[] {
  const known = members.get(properties);
  if (known !== undefined) return known;
  const read = Object.keys(properties);
  members.set(properties, read);
  return read;
}

const members = new WeakMap<UnknownRecord, readonly string[]>();

/** Follows references and `items` from a schema to the schema of an object, and adds the names of the schemas on the path to `names`. */
function unfold(schema: unknown, { follow }: Visit, names?: string[]) {
  let target = schema;
  let isListed = false;
  for (let steps = 0; steps < 8 && isRecord(target); steps++) {
    const { items } = target;
    if (isRecord(items)) {
      isListed = true;
      target = items;
      continue;
    }
    const next: NamedSchema | undefined = partOf(target, follow);
    if (next === undefined) break;
    if (next.name !== "") names?.push(next.name);
    target = next.schema;
  }
  return { target, isListed };
}

/** The schema that `schema` only refers to: the target of its `$ref`, or the only alternative in its union that is not `null`. */
function partOf(schema: UnknownRecord, follow: FollowReference): NamedSchema | undefined {
  if (schema["$ref"] !== undefined) return follow(schema["$ref"]);
  if (isRecord(schema["properties"])) return undefined;
  const parts = compositions(schema).filter((part) => !(isRecord(part) && part["type"] === "null"));
  return parts.length === 1 ? { name: "", schema: parts[0] } : undefined;
}

/** Whether a schema describes an array, or a page that contains one. */
function isList(schema: unknown, visit: Visit): boolean {
  if (!isRecord(schema) || isScalar(schema)) return false;
  const { target, isListed } = unfold(schema, visit);
  return isListed || objectsIn(target, visit, 3).some(({ properties }) => membersOf(properties).some((name) => containers.has(name)));
}

interface ObjectSchema {
  readonly properties: UnknownRecord;
  readonly required?: unknown;
}

/**
 * The schemas with `properties` that a schema consists of: itself, the target of its `$ref`, and the schemas in its `allOf`, `anyOf` and
 * `oneOf`.
 */
function objectsIn(schema: unknown, visit: Visit, depth = 6): readonly ObjectSchema[] {
  if (!isRecord(schema) || isScalar(schema)) return none;
  const found: ObjectSchema[] = [];
  addObjects(found, schema, visit, depth);
  return found;
}

const none: readonly never[] = [];

function addObjects(found: ObjectSchema[], schema: unknown, visit: Visit, depth: number): void {
  if (!isRecord(schema) || isScalar(schema) || depth === 0 || visit.budget.left <= 0) return;
  visit.budget.left -= 1;
  const { $ref } = schema;
  if (isObject(schema)) found.push(schema);
  if ($ref !== undefined) addObjects(found, visit.follow($ref)?.schema, visit, depth - 1);
  for (const part of compositions(schema)) addObjects(found, part, visit, depth - 1);
}

function isObject(schema: UnknownRecord): schema is UnknownRecord & ObjectSchema {
  return isRecord(schema["properties"]);
}

const scalarTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"]);

function isScalar(schema: UnknownRecord): boolean {
  return scalarTypes.has(schema["type"]);
}

/** The strings in `const` and `enum` of a schema, and the names of its members. */
function wordsIn(schema: unknown, visit: Visit): readonly string[] {
  const isPlain = isRecord(schema) && isScalar(schema) && schema["enum"] === undefined && schema["const"] === undefined;
  if (isPlain && schema["items"] === undefined) return none;
  const found: string[] = [];
  addWords(found, schema, visit, 1);
  return found;
}

function addWords(found: string[], schema: unknown, visit: Visit, depth: number): void {
  if (!isRecord(schema) || visit.budget.left <= 0) return;
  if (typeof schema["const"] === "string") found.push(schema["const"]);
  for (const value of listOf(schema["enum"]).slice(0, maxValues)) if (typeof value === "string") found.push(value);
  if (isRecord(schema["items"])) addWords(found, schema["items"], visit, depth);
  if (depth === 0) return;
  for (const { properties } of objectsIn(schema, visit)) {
    for (const name of membersOf(properties)) {
      found.push(name);
      addWords(found, properties[name], visit, depth - 1);
    }
  }
}

function descriptionOf(schema: unknown, follow: FollowReference): string {
  if (!isRecord(schema)) return "";
  const { description, $ref } = schema;
  if (typeof description === "string") return description;
  const target = $ref === undefined ? undefined : follow($ref)?.schema;
  return isRecord(target) && typeof target["description"] === "string" ? target["description"] : "";
}

function compositions(schema: UnknownRecord): readonly unknown[] {
  const { allOf, anyOf, oneOf } = schema;
  // Nearly all schemas have none of these keywords, so no array is created for them.
  return allOf === undefined && anyOf === undefined && oneOf === undefined ? none : [...listOf(allOf), ...listOf(anyOf), ...listOf(oneOf)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : none;
}
