import { sharedSchemaName } from "../../schema/references.ts";
import { isArray, isObject, itemsIn, type Json, type JsonObject } from "../../source/json/json.ts";
import { listed } from "../words/shown.ts";
import { partsAt, type SchemaWithShared } from "./schema-parts.ts";

/** A value that only one of two schemas accepts, and where it is in them. */
interface RefusedValue {
  readonly value: Json;
  readonly steps: readonly string[];
  readonly former: SchemaWithShared;
  readonly next: SchemaWithShared;
}

/** Why an argument with this value is refused now, as the end of a sentence about it; `undefined` if the value says more. */
export function refusalWords({ value, steps, former, next }: RefusedValue): string | undefined {
  const types = typesAt(next, steps);
  if (types !== undefined && !isOneOf(types, value)) return value === null ? undefined : `accepts only ${orText(types)} now`;
  if (!isObject(value)) return undefined;
  const nodes = nodesAt(next, steps);
  const missing = missingIn(value, nodes);
  if (missing.length > 0) return `needs ${listed(missing)} now`;
  const refused = Object.keys(value).filter(
    (name) => nodes.some((node) => isClosedFor(node, name)) && partsAt(former, [...steps, name]).length > 0,
  );
  return refused.length > 0 ? `no longer has ${listed(refused)}` : undefined;
}

/** Why a result may have this value now, as the end of a sentence about it; `undefined` if the value says more. */
export function admissionWords({ value, steps, former, next }: RefusedValue): string | undefined {
  const [before, after] = [typesAt(former, steps), typesAt(next, steps)];
  if (before !== undefined && !isOneOf(before, value)) {
    if (after === undefined) return partsAt(next, steps).some(({ node }) => isDecided(node)) ? undefined : "may be anything now";
    if (value === null) return undefined;
    return after.some((type) => before.includes(type))
      ? `may be ${typeText(value)} now`
      : `was ${orText(before)} and is ${orText(after)} now`;
  }
  if (!isObject(value)) return undefined;
  const nodes = nodesAt(former, steps);
  const missing = missingIn(value, nodes);
  if (missing.length > 0) return `may lack ${listed(missing)} now`;
  const isFurther = Object.keys(value).some((name) => nodes.some((node) => isObject(node.additionalProperties) && !describes(node, name)));
  const isAny = nodesAt(next, steps).every(({ additionalProperties = true }) => additionalProperties === true);
  return isFurther && isAny ? "may have further members of any type now" : undefined;
}

/** The names of the types that a value may have, as far as all schemas that apply to it say it. */
export function typesAt(schema: SchemaWithShared, steps: readonly string[]): readonly string[] | undefined {
  const leaves = partsAt(schema, steps).filter(({ node }) =>
    ["$ref", "allOf", "anyOf", "oneOf"].every((keyword) => node[keyword] === undefined),
  );
  const types = leaves.map(({ node: { type } }) => (type === undefined ? undefined : isArray(type) ? type.map(String) : [String(type)]));
  const known = types.flatMap((each) => each ?? []);
  return leaves.length === 0 || types.includes(undefined) ? undefined : [...new Set(known)];
}

/** These types as the keyword `type` has them. */
export function typeKeyword(types: readonly string[]): Json {
  const [only] = types;
  return types.length === 1 && only !== undefined ? only : [...types];
}

/** The schemas that apply to a value whatever it is: none if they depend on the value around it. */
function nodesAt(schema: SchemaWithShared, steps: readonly string[]): readonly JsonObject[] {
  const parts = partsAt(schema, steps);
  const [first] = parts;
  if (first === undefined) return [];
  const reached = new Map<JsonObject, ReadonlySet<JsonObject>>();
  const found = alwaysApplied(first.node, schema.shared, reached);
  return parts.every(({ node }) => reached.has(node)) ? [...found] : [];
}

/** This schema, those that it combines, and those that each alternative of a union combines. `known` has what was found of each schema. */
function alwaysApplied(
  node: JsonObject,
  shared: SchemaWithShared["shared"],
  known: Map<JsonObject, ReadonlySet<JsonObject>>,
): ReadonlySet<JsonObject> {
  const found = known.get(node);
  if (found !== undefined) return found;
  const all = new Set([node]);
  known.set(node, all);
  const inner = (each: JsonObject) => alwaysApplied(each, shared, known);
  const target = shared.get(sharedSchemaName(node.$ref) ?? "");
  for (const part of [...(target === undefined ? [] : [target]), ...itemsIn(node.allOf).filter(isObject)])
    for (const each of inner(part)) all.add(each);
  for (const keyword of ["anyOf", "oneOf"]) {
    const [first, ...others] = itemsIn(node[keyword]).filter(isObject).map(inner);
    for (const each of first ?? []) if (others.every((other) => other.has(each))) all.add(each);
  }
  return all;
}

function missingIn(value: JsonObject, nodes: readonly JsonObject[]): readonly string[] {
  const required = nodes.flatMap((node) => itemsIn(node.required).map(String));
  return [...new Set(required)].filter((name) => !Object.hasOwn(value, name));
}

function isClosedFor(node: JsonObject, name: string): boolean {
  return node.additionalProperties === false && !describes(node, name);
}

function describes({ properties, patternProperties }: JsonObject, name: string): boolean {
  return patternProperties !== undefined || (isObject(properties) && Object.hasOwn(properties, name));
}

/** Whether a schema says which values there are, other than by their type. */
function isDecided(node: JsonObject): boolean {
  return ["type", "enum", "const", "$ref", "allOf", "anyOf", "oneOf", "not"].some((keyword) => node[keyword] !== undefined);
}

function isOneOf(types: readonly string[], value: Json): boolean {
  return types.includes(typeOf(value)) || (types.includes("integer") && Number.isInteger(value));
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return isArray(value) ? "array" : typeof value;
}

/** A value of this type, such as `an object`. */
function typeText(value: Json): string {
  const type = typeOf(value);
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function orText(types: readonly string[]): string {
  return types.join(" or ");
}
