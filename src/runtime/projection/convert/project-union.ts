import { canonicalJson, isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { referredName, type SchemaObject, type SchemaPath, schemasIn, stringsIn, withoutKeywords } from "../schema.ts";
import { isAmbiguous } from "./ambiguity.ts";
import { annotationsOf, onlyAnnotations, partitionKeywords, withoutAnnotations } from "./annotations.ts";
import { isDisjoint } from "./disjoint.ts";
import { flattenSilently, recordPaths } from "./flatten.ts";
import { type Projected, type ProjectionContext, pathOf, recordPath, recordRefusal } from "./projection-context.ts";

/** A schema with an `anyOf` or `oneOf`. */
export interface Union {
  readonly node: SchemaObject;
  readonly keyword: "anyOf" | "oneOf";
}

/**
 * Projects a union. The keywords beside the `anyOf` or `oneOf` are merged into each alternative, so that each alternative is a complete
 * schema.
 */
export function projectUnion({ node, keyword }: Union, at: SchemaPath, context: ProjectionContext): Projected {
  const beside = withoutAnnotations(withoutKeywords(node, [keyword]));
  recordPaths(node, at, context);
  const alternatives = schemasIn(node[keyword]).map((alternative, index): JsonSchema => {
    const path = pathOf(alternative, [...at, keyword, index], context);
    return Object.keys(beside).length === 0 ? alternative : recordPath({ ...beside, allOf: [alternative] }, path, context);
  });
  if (keyword === "oneOf" && !isDisjoint(alternatives, at, context))
    context.losses.push({
      at,
      keyword,
      effect: "wider",
      reason: "the alternatives are written as `anyOf`, so a value may match several of them",
    });
  return projectAlternatives({ alternatives, node: onlyAnnotations(node), at, keyword }, context);
}

/** Projects a union of `alternatives`, with the annotations of `node`. */
export function projectAlternatives(
  union: { readonly alternatives: readonly JsonSchema[]; readonly node: SchemaObject; readonly at: SchemaPath; readonly keyword?: string },
  context: ProjectionContext,
): Projected {
  const { alternatives, node, at, keyword } = union;
  const projected: Projected[] = [];
  const seen = new Set<string>();
  for (const [index, alternative] of alternatives.entries()) {
    const path = keyword === undefined ? at : pathOf(alternative, [...at, keyword, index], context);
    if (isImpossible(flattenSilently(alternative, path, context))) continue;
    const one = context.project(alternative, path);
    const text = canonicalJson(one.schema);
    if (!seen.has(text)) projected.push(one);
    seen.add(text);
  }
  const { described } = partitionKeywords(node, at, context);
  const outer = annotationsOf(node, described);
  const [only] = projected;
  if (only === undefined) return recordRefusal({ at, keyword: keyword ?? "type", reason: "no value matches the schema" }, context);
  if (projected.length === 1) return { schema: withAnnotations(only.schema, outer), plan: only.plan };
  if (isAmbiguous(projected, at, context))
    context.losses.push({
      at,
      keyword: keyword ?? "type",
      effect: "narrower",
      reason:
        "a string or array may stand for values of several alternatives, and is read as a value of the first alternative that matches",
    });
  const plan = projected.some((one) => one.plan !== undefined) ? ({ kind: "union", alternatives: projected } as const) : undefined;
  const types = projected.map(({ schema }) => (isBareScalar(schema) ? schema["type"] : undefined));
  if (plan === undefined && context.profile.references !== "inline" && !types.includes(undefined))
    return { schema: { type: types, ...outer }, plan };
  return { schema: { anyOf: projected.map(({ schema }) => schema), ...outer }, plan };
}

/** Whether no value can match the schema, since it both requires and forbids a member. References are not followed. */
function isImpossible(flat: JsonSchema): boolean {
  if (typeof flat === "boolean") return !flat;
  const { type, properties, additionalProperties, patternProperties } = flat;
  if (type !== "object") return false;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return stringsIn(flat["required"]).some((name) => {
    const member = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : !isClosed;
    return member === false;
  });
}

/** Adds the annotations `outer` to a schema. A `$ref` may have no keywords beside it, so it is wrapped in `anyOf`. */
export function withAnnotations(schema: SchemaObject, outer: SchemaObject): SchemaObject {
  return schema["$ref"] === undefined || Object.keys(outer).length === 0 ? { ...schema, ...outer } : { anyOf: [schema], ...outer };
}

function isBareScalar(schema: SchemaObject): boolean {
  const { type } = schema;
  return Object.keys(schema).length === 1 && typeof type === "string" && type !== "object" && type !== "array";
}

/** Adds null to the values that a schema accepts. */
export function orNull({ schema, plan }: Projected, context: ProjectionContext): Projected {
  if (acceptsNull(schema, context)) return { schema, plan };
  const outer = onlyAnnotations(schema);
  const inner = withoutAnnotations(schema);
  if (isBareScalar(inner)) return { schema: { ...schema, type: [inner["type"], "null"] }, plan };
  const alternatives = Object.keys(inner).length === 1 && Array.isArray(inner["anyOf"]) ? inner["anyOf"] : [inner];
  return { schema: { anyOf: [...alternatives, { type: "null" }], ...outer }, plan };
}

/**
 * Whether null matches a projected schema. A reference is followed to the projected schema or, while its projection is not complete, to the
 * original schema.
 */
export function acceptsNull(schema: SchemaObject, context: ProjectionContext, visited: Set<string> = new Set()): boolean {
  const { type } = schema;
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return schema["enum"] === undefined || isListed(schema);
  if (Array.isArray(schema["enum"])) return isListed(schema);
  const alternatives = [...schemasIn(schema["anyOf"]), ...schemasIn(schema["oneOf"])];
  if (alternatives.length > 0) return alternatives.some((each) => typeof each === "object" && acceptsNull(each, context, visited));
  const name = referredName(schema["$ref"]);
  if (name === undefined || visited.has(name)) return false;
  visited.add(name);
  const target = context.shared.get(name)?.schema ?? context.definitions.get(name);
  return typeof target === "object" && acceptsNull(target, context, visited);
}

function isListed(schema: SchemaObject): boolean {
  return Array.isArray(schema["enum"]) && schema["enum"].includes(null);
}
