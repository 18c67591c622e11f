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
    for (const name of Object.keys(properties)) {
      const schema = properties[name];
      const words: string[] = [];
      addWords(words, schema, visit);
      parameters.set(name, { name, description: descriptionOf(schema, follow), isRequired: required.includes(name), words });
    }
  }
  return [...parameters.values()];
}

/** Reads the objects in the output of a tool from its output schema: the output itself, and the items of arrays in it. */
export function returnedBy(output: unknown, follow: FollowReference): ReturnedObject[] {
  const visit = { follow, budget: { left: maxVisits } };
  const found: ReturnedObject[] = [];
  addReturned(found, { name: "", schema: output }, visit);
  return found;
}

/** Names of members that contain the things that a tool returns, but do not say which things these are. */
const containers: ReadonlySet<string> = new Set(
  "content data edges elements entries hits items list node nodes records result results rows value values".split(" "),
);

// The functions below add to arrays: generators, `flatMap` and copies of arrays took most of the time of an index of a thousand tools.
function addReturned(found: ReturnedObject[], { name, schema }: NamedSchema, visit: Visit, depth = 3): void {
  const { names, target, isListed } = unfold(name, schema, visit);
  const objects = objectsIn(target, visit);
  const members: string[] = [];
  for (const { properties } of objects) for (const member of Object.keys(properties)) members.push(member);
  if (members.length === 0) return;
  found.push({ names, isListed, members });
  if (depth === 0 || isListed) return;
  // Only the items of an array or a page are added, since users call a tool to get them. They do not call it to get a nested object, such
  // as the user of an issue.
  for (const { properties } of objects) {
    for (const member of Object.keys(properties)) {
      const part = properties[member];
      const isContainer = containers.has(member);
      if (!isContainer && !isList(part, visit)) continue;
      addReturned(found, { name: isContainer ? (names[0] ?? "") : member, schema: part }, visit, depth - 1);
    }
  }
}

/** Follows references and `items` from a schema to the schema of an object, and collects the names of the schemas on the path. */
function unfold(name: string, schema: unknown, { follow }: Visit) {
  const names = name === "" ? [] : [name];
  let target = schema;
  let isListed = false;
  for (let steps = 0; steps < 8 && isRecord(target); steps++) {
    const next: NamedSchema | undefined = isRecord(target["items"]) ? { name: "", schema: target["items"] } : partOf(target, follow);
    if (next === undefined) break;
    isListed ||= next.schema === target["items"];
    if (next.name !== "") names.push(next.name);
    target = next.schema;
  }
  return { names, target, isListed };
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
  const { target, isListed } = unfold("", schema, visit);
  return isListed || objectsIn(target, visit, 3).some(({ properties }) => Object.keys(properties).some((name) => containers.has(name)));
}

interface ObjectSchema {
  readonly properties: UnknownRecord;
  readonly required: readonly unknown[];
}

/**
 * The schemas with `properties` that a schema consists of: itself, the target of its `$ref`, and the schemas in its `allOf`, `anyOf` and
 * `oneOf`.
 */
function objectsIn(schema: unknown, visit: Visit, depth = 6): readonly ObjectSchema[] {
  const found: ObjectSchema[] = [];
  addObjects(found, schema, visit, depth);
  return found;
}

function addObjects(found: ObjectSchema[], schema: unknown, visit: Visit, depth: number): void {
  if (!isRecord(schema) || isScalar(schema) || depth === 0 || visit.budget.left <= 0) return;
  visit.budget.left -= 1;
  const { $ref, properties, required } = schema;
  if (isRecord(properties)) found.push({ properties, required: listOf(required) });
  if ($ref !== undefined) addObjects(found, visit.follow($ref)?.schema, visit, depth - 1);
  for (const part of compositions(schema)) addObjects(found, part, visit, depth - 1);
}

const scalarTypes: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "null"]);

function isScalar(schema: UnknownRecord): boolean {
  return scalarTypes.has(schema["type"]);
}

/** Adds the strings in `const` and `enum` of a schema, and the names of its members. */
function addWords(found: string[], schema: unknown, visit: Visit, depth = 1): void {
  if (!isRecord(schema) || visit.budget.left <= 0) return;
  if (typeof schema["const"] === "string") found.push(schema["const"]);
  for (const value of listOf(schema["enum"]).slice(0, maxValues)) if (typeof value === "string") found.push(value);
  if (isRecord(schema["items"])) addWords(found, schema["items"], visit, depth);
  if (depth === 0) return;
  for (const { properties } of objectsIn(schema, visit)) {
    for (const name of Object.keys(properties)) {
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
  return allOf === undefined && anyOf === undefined && oneOf === undefined ? [] : [...listOf(allOf), ...listOf(anyOf), ...listOf(oneOf)];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
