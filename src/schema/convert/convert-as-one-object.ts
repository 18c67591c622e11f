import { isArray, isObject, type Json, type JsonObject, type JsonSchema } from "../../source/json/json.ts";
import { impossibleMembers } from "../codes.ts";
import { annotations } from "../keywords.ts";
import { commonTypes } from "../reason/variants.ts";
import { type Composition, closingKeyword } from "./closed-parts.ts";
import { type ConversionContext, convertMoved, type KeywordOptions, type MutableSchema, moved, type Outer } from "./conversion-context.ts";
import { saysNullable } from "./nullable.ts";
import { requiredProperties, withOmitted } from "./omitted-members.ts";

/** A schema of the object, and the context in which its keywords are converted. */
interface Part {
  readonly node: JsonObject;
  readonly context: ConversionContext;
}

/**
 * Converts the schemas that describe one object to one schema with the members of all of them. The object is closed, unless one of the
 * schemas explicitly accepts other members. The other keywords of each part become an item of `allOf`.
 */
export function convertAsOneObject(
  node: JsonObject,
  { parts: conjuncts, names, refused }: Composition,
  { part: selection, nullable, outer }: KeywordOptions,
  context: ConversionContext,
): JsonSchema {
  context.onClosedPart(refused);
  const parts = conjuncts.map(
    (each): Part => ({
      node: each.node,
      context: each.node === node ? context : context.elsewhere(each.place()),
    }),
  );
  const omitted = parts.reduce((found, each) => withOmitted(each.node, found, each.context), outer.omitted);
  const inner: Outer = { omitted, declared: names };
  const isClosed = parts.some((each) => closingKeyword(each.node) !== undefined) && !parts.some(acceptsOthers);

  const own = keepsMembers({ node }) ? annotationsOf(node) : without(node, ofParts, ofMembers);
  const result: MutableSchema = { ...context.keywordsAt(own, { part: selection, nullable, outer: inner }) };
  const all: Json[] = isArray(result.allOf) ? [...result.allOf] : [];
  for (const each of parts) {
    const rest = keepsMembers(each) ? without(each.node, ofParts) : each.node === node ? {} : without(each.node, ofParts, ofMembers);
    if (Object.keys(rest).every((keyword) => keyword === "type" || keyword === "nullable" || annotations.has(keyword))) continue;
    all.push(moved(["allOf", all.length], each.context, () => assertionsOf(rest, inner, each.context)));
  }
  const types = parts.flatMap((each) => typesOf(each, inner));
  const common = types.reduce((some, others) => commonTypes(some, others), types[0] ?? []);
  if (common.length > 0) result.type = common.length === 1 ? (common[0] ?? null) : common;
  else for (const type of types) all.push({ type });

  const members = membersOf(parts, inner);
  const others = isClosed ? [...names].filter((name) => !members.has(name) && !omitted.has(name)) : [];
  const properties = Object.fromEntries([...members, ...others.map((name) => [name, {}] as const)]);
  const required = [...new Set(parts.flatMap((each) => requiredIn(each, inner)))];
  if (Object.keys(properties).length > 0) result.properties = properties;
  if (required.length > 0) result.required = required;
  if (isClosed) {
    result.additionalProperties = false;
    const name = required.find((each) => !Object.hasOwn(properties, each));
    if (name !== undefined) context.report(impossibleMembers, { name }, undefined);
  }
  if (all.length > 0) result.allOf = all;
  return result;
}

const ofParts: ReadonlySet<string> = new Set(["allOf", "$ref", "ref", "$dynamicRef", "$recursiveRef"]);
const ofMembers: ReadonlySet<string> = new Set(["properties", "additionalProperties", "unevaluatedProperties", "required"]);

function without(node: JsonObject, ...keywords: readonly ReadonlySet<string>[]): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => !keywords.some((each) => each.has(keyword))));
}

function annotationsOf(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => annotations.has(keyword)));
}

/** Whether the members of a part must remain beside another of its keywords, which considers them. */
function keepsMembers({ node }: Pick<Part, "node">): boolean {
  return node.patternProperties !== undefined || isObject(node.additionalProperties) || isObject(node.unevaluatedProperties);
}

/** Whether a part explicitly accepts members that it does not declare. */
function acceptsOthers({ node }: Part): boolean {
  return keepsMembers({ node }) || node.additionalProperties === true || node.unevaluatedProperties === true;
}

function assertionsOf(node: JsonObject, outer: Outer, context: ConversionContext): JsonSchema {
  const nullable = saysNullable(node, context.grammar) ? "nullable" : "as-written";
  return context.keywordsAt(node, { part: "assertions", nullable, outer });
}

function typesOf({ node, context }: Part, outer: Outer): readonly (readonly string[])[] {
  if (node.type === undefined) return [];
  const { type } = assertionsOf({ type: node.type, nullable: saysNullable(node, context.grammar) }, outer, context);
  return type === undefined ? [] : [isArray(type) ? type.map(String) : [String(type)]];
}

function requiredIn({ node, context }: Part, outer: Outer): readonly string[] {
  const { required } = assertionsOf({ required: node.required ?? [] }, outer, context);
  const names = isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return [...names, ...requiredProperties(node, outer.omitted, context)];
}

/** The members of all parts. A member that several parts declare must match the schemas of all of them. */
function membersOf(parts: readonly Part[], { omitted }: Outer): ReadonlyMap<string, Json> {
  const declared = new Map<string, { readonly schema: Json; readonly context: ConversionContext }[]>();
  for (const part of parts) {
    const { node, context } = part;
    if (keepsMembers(part) || !isObject(node.properties)) continue;
    for (const [name, schema = null] of Object.entries(node.properties)) {
      if (omitted.has(name)) continue;
      const known = declared.get(name) ?? [];
      declared.set(name, known);
      if (!known.some((each) => JSON.stringify(each.schema) === JSON.stringify(schema))) known.push({ schema, context });
    }
  }
  return new Map(
    [...declared].map(([name, schemas]) => {
      const from = ["properties", name];
      const converted = schemas.map(({ schema, context }, index) =>
        convertMoved(schema, { from, to: schemas.length === 1 ? from : [...from, "allOf", index] }, context),
      );
      const [only = {}] = converted;
      return [name, converted.length === 1 ? only : { allOf: converted }];
    }),
  );
}
