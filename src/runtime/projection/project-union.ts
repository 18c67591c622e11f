import { isAmbiguous } from "./ambiguity.ts";
import { isDisjoint } from "./disjoint.ts";
import { flatten, rememberParts } from "./flatten.ts";
import { isEqual } from "./merge.ts";
import { type Projected, type Projecting, placeOf, refuse, remember } from "./projecting.ts";
import { isObject, type Path, type Schema, type SchemaObject, schemasIn, textsIn, without } from "./schema.ts";
import { onlyWords, sortKeywords, withoutWords, words } from "./words.ts";

/** A schema with a union among its keywords. */
export interface Union {
  readonly node: SchemaObject;
  readonly keyword: "anyOf" | "oneOf";
}

/** A union whose alternatives hold all that stands beside it, so that each says on its own what an object has. */
export function projectUnion({ node, keyword }: Union, at: Path, projecting: Projecting): Projected {
  const beside = withoutWords(without(node, [keyword]));
  rememberParts(node, at, projecting);
  const alternatives = schemasIn(node[keyword]).map((alternative, index): Schema => {
    const place = placeOf(alternative, [...at, keyword, index], projecting);
    return Object.keys(beside).length === 0 ? alternative : remember({ ...beside, allOf: [alternative] }, place, projecting);
  });
  if (keyword === "oneOf" && !isDisjoint(alternatives, at, projecting))
    projecting.losses.push({
      at,
      keyword,
      effect: "wider",
      reason: "it became `anyOf`, and a value may match several of its alternatives",
    });
  return projectAlternatives({ alternatives, node: onlyWords(node), at, keyword }, projecting);
}

/** Any of `alternatives`, with the words of `node`. */
export function projectAlternatives(
  union: { readonly alternatives: readonly Schema[]; readonly node: SchemaObject; readonly at: Path; readonly keyword?: string },
  projecting: Projecting,
): Projected {
  const { alternatives, node, at, keyword } = union;
  const projected: Projected[] = [];
  for (const [index, alternative] of alternatives.entries()) {
    const place = keyword === undefined ? at : placeOf(alternative, [...at, keyword, index], projecting);
    if (isImpossible(flatten(alternative, place, projecting))) continue;
    const one = projecting.project(alternative, place);
    if (!projected.some(({ schema }) => isEqual(schema, one.schema))) projected.push(one);
  }
  const { unsaid } = sortKeywords(node, at, projecting);
  const outer = words(node, unsaid);
  const [only] = projected;
  if (only === undefined) return refuse({ at, keyword: keyword ?? "type", reason: "no value matches it" }, projecting);
  if (projected.length === 1) return { schema: withWords(only.schema, outer), plan: only.plan };
  if (isAmbiguous(projected, at, projecting))
    projecting.losses.push({
      at,
      keyword: keyword ?? "type",
      effect: "narrower",
      reason: "a string or list there may encode values of several kinds, and the first that fits is used",
    });
  const plan = projected.some((one) => one.plan !== undefined) ? ({ kind: "union", alternatives: projected } as const) : undefined;
  const types = projected.map(({ schema }) => (isBareScalar(schema) ? schema["type"] : undefined));
  if (plan === undefined && projecting.profile.references !== "inline" && !types.includes(undefined))
    return { schema: { type: types, ...outer }, plan };
  return { schema: { anyOf: projected.map(({ schema }) => schema), ...outer }, plan };
}

/** Whether no value matches, as far as the schema itself says: a member has to be there, and may not. */
function isImpossible(flat: Schema): boolean {
  if (typeof flat === "boolean") return !flat;
  const { type, properties, additionalProperties, patternProperties } = flat;
  if (type !== "object") return false;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  return textsIn(flat["required"]).some((name) => {
    const member = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : !isClosed;
    return member === false;
  });
}

/** Nothing can stand beside a reference, but around it. */
export function withWords(schema: SchemaObject, outer: SchemaObject): SchemaObject {
  return schema["$ref"] === undefined || Object.keys(outer).length === 0 ? { ...schema, ...outer } : { anyOf: [schema], ...outer };
}

function isBareScalar(schema: SchemaObject): boolean {
  const { type } = schema;
  return Object.keys(schema).length === 1 && typeof type === "string" && type !== "object" && type !== "array";
}

/** The same or null. */
export function orNull({ schema, plan }: Projected, projecting: Projecting): Projected {
  if (acceptsNull(schema, projecting)) return { schema, plan };
  const outer = onlyWords(schema);
  const inner = withoutWords(schema);
  if (isBareScalar(inner)) return { schema: { ...schema, type: [inner["type"], "null"] }, plan };
  const alternatives = Object.keys(inner).length === 1 && Array.isArray(inner["anyOf"]) ? inner["anyOf"] : [inner];
  return { schema: { anyOf: [...alternatives, { type: "null" }], ...outer }, plan };
}

/** Whether null matches, as far as the schema itself and those that it refers to say. */
export function acceptsNull(schema: SchemaObject, projecting: Projecting, passed: readonly unknown[] = []): boolean {
  const { type } = schema;
  if (type === "null" || (Array.isArray(type) && type.includes("null"))) return schema["enum"] === undefined || isListed(schema);
  if (Array.isArray(schema["enum"])) return isListed(schema);
  if (Array.isArray(schema["anyOf"]))
    return schemasIn(schema["anyOf"]).some((each) => typeof each === "object" && acceptsNull(each, projecting, passed));
  const reference = schema["$ref"];
  if (typeof reference !== "string" || passed.includes(reference)) return false;
  const target = projecting.definitions.get(reference.slice("#/$defs/".length));
  return typeof target === "object" && acceptsNull(target, projecting, [...passed, reference]);
}

function isListed(schema: SchemaObject): boolean {
  return Array.isArray(schema["enum"]) && schema["enum"].includes(null);
}
