import { isArray, isObject, type Json } from "../../source/json/json.ts";
import type { Direction } from "../convert/converted.ts";
import { isNullable } from "../convert/nullable.ts";
import { readTypes, silently } from "../convert/values.ts";
import { type Conjunct, childNode, isBareReference, nodeOf, type SchemaNode, targetOf } from "../schema-node.ts";
import { referenceIn } from "../schema-table.ts";
import { includesType, type SearchContext, type Variant, valuesIn, variantsOf } from "./variants.ts";

/** The formats that the run-time library checks in inputs (see `src/runtime/schema/formats.ts`). */
export const assertedFormats: ReadonlySet<Json> = new Set([
  "date",
  "date-time",
  "time",
  "email",
  "uuid",
  "uri",
  "hostname",
  "ipv4",
  "ipv6",
]);

/** The search for a proof. If its steps are used up, or if the schemas are nested too deeply, acceptance counts as not proved. */
export interface Proof extends SearchContext {
  readonly direction: Direction;
  /** The number of nested schemas around the current one. */
  readonly depth: number;
}

/** A proof calls itself for each nested schema, so the depth is limited by the call stack and not by steps. */
const maxDepth = 40;

/**
 * Whether a schema provably accepts all values of a variant. Objects are assumed to have only the members that the variant describes: each
 * alternative also accepts undescribed members, but authors distinguish alternatives by the members that they describe.
 */
export function accepts(schemaNode: SchemaNode, variant: Variant, proof: Proof): boolean {
  const { budget, depth } = proof;
  if (depth >= maxDepth) budget.giveUp();
  else if (budget.spend(1 + variant.conjuncts.length)) return acceptsWithin(schemaNode, variant, { ...proof, depth: depth + 1 });
  return false;
}

function acceptsWithin(schemaNode: SchemaNode, variant: Variant, proof: Proof): boolean {
  const { node } = schemaNode;
  if (node === false) return false;
  if (!isObject(node) || variant.conjuncts.some((conjunct) => conjunct.node === node)) return true;
  if (variant.type === "null" && isNullable(node, proof.grammar)) return true;
  if (referenceIn(node, proof.grammar) !== undefined) {
    const target = targetOf(schemaNode, proof);
    if (target === undefined || !accepts(nodeOf(target), variant, proof)) return false;
    if (isBareReference(node, proof)) return true;
  }
  const goal = { schemaNode: { ...schemaNode, node }, variant, proof };
  const isMet = (keyword: string) => node[keyword] === undefined || meets(keyword, node[keyword] ?? null, goal);
  // Most proofs fail at a required member. So the cheap keywords are checked before keywords such as `properties`, which take longer.
  return cheapKeywords.every(isMet) && Object.keys(node).every((keyword) => cheapKeywords.includes(keyword) || isMet(keyword));
}

const cheapKeywords: readonly string[] = ["required", "type", "enum", "const"];

/** The statement to prove: the schema accepts all values of the variant. */
interface Goal {
  readonly schemaNode: Conjunct;
  readonly variant: Variant;
  readonly proof: Proof;
}

/** Whether all values of the variant provably satisfy one keyword of the schema. */
function meets(keyword: string, value: Json, goal: Goal): boolean {
  const { schemaNode, variant, proof } = goal;
  const scope = scopes.get(keyword);
  if (scope !== undefined && variant.type !== undefined && !includesType(scope, variant.type)) return true;
  switch (keyword) {
    case "type": {
      const read = readTypes(value, "as-written", silently, proof.grammar);
      return (
        read === undefined || (variant.type !== undefined && includesType(isArray(read) ? read.map(String) : [String(read)], variant.type))
      );
    }
    case "enum":
    case "const":
      return isAmong(variant, valuesIn(schemaNode.node) ?? []);
    case "allOf":
      return isArray(value) && value.every((part, index) => accepts(childNode(schemaNode, part, keyword, index), variant, proof));
    case "anyOf":
    case "oneOf":
      return isArray(value) && value.some((part, index) => accepts(childNode(schemaNode, part, keyword, index), variant, proof));
    case "minLength":
    case "minItems":
      return value === 0 || keywordValues(variant, keyword).some((own) => isOrdered(value, own));
    case "minimum":
    case "exclusiveMinimum":
      return value === false || keywordValues(variant, keyword).some((own) => isOrdered(value, own));
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
      return value === false || keywordValues(variant, keyword).some((own) => isOrdered(own, value));
    case "format":
      return proof.direction === "output" || !assertedFormats.has(value) || keywordValues(variant, keyword).includes(value);
    case "pattern":
    case "multipleOf":
      return keywordValues(variant, keyword).includes(value);
    case "required":
      return !isArray(value) || value.every((name) => requires(variant, name));
    case "properties":
      return (
        !isObject(value) ||
        Object.keys(value).every((name) => memberFits(name, childNode(schemaNode, value[name] ?? null, keyword, name), goal))
      );
    case "additionalProperties":
      return othersFit(value, goal);
    case "items":
      return !isArray(value) && fits(childNode(schemaNode, value, keyword), under(variant, "items"), proof);
    default:
      return !unproved.has(keyword);
  }
}

/** The types to which each keyword applies. */
const scopes: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
    string: ["minLength", "maxLength", "pattern", "format"],
    array: ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "unevaluatedItems"],
    object: [
      "properties",
      "patternProperties",
      "additionalProperties",
      "propertyNames",
      "required",
      "minProperties",
      "maxProperties",
      "dependentRequired",
      "dependentSchemas",
      "dependencies",
      "unevaluatedProperties",
    ],
  }).flatMap(([type, keywords]) => keywords.map((keyword) => [keyword, [type]])),
);

/** Keywords for which no proof is attempted. A keyword that is neither in this set nor a case of `meets` rejects no value. */
const unproved: ReadonlySet<string> = new Set([
  "not",
  "if",
  "prefixItems",
  "uniqueItems",
  "contains",
  "unevaluatedItems",
  "patternProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
  "unevaluatedProperties",
]);

/** The values that a keyword has in the schemas of a variant. */
function keywordValues({ conjuncts }: Variant, keyword: string): readonly Json[] {
  return conjuncts.flatMap(({ node }) => node[keyword] ?? []);
}

function isOrdered(less: Json, more: Json): boolean {
  return typeof less === "number" && typeof more === "number" && less <= more;
}

function isAmong(variant: Variant, allowed: readonly Json[]): boolean {
  const keys = new Set(allowed.map((value) => JSON.stringify(value)));
  if (variant.type === "null") return keys.has("null");
  return variant.conjuncts.some(({ node }) => valuesIn(node)?.every((value) => value === null || keys.has(JSON.stringify(value))) === true);
}

function requires({ conjuncts }: Variant, name: Json): boolean {
  return conjuncts.some(({ node }) => isArray(node.required) && node.required.includes(name));
}

/** The subschemas that a keyword, such as `items`, has in the schemas of a variant. */
function under({ conjuncts }: Variant, keyword: string): readonly SchemaNode[] {
  return conjuncts.flatMap((schemaNode) =>
    schemaNode.node[keyword] === undefined ? [] : [childNode(schemaNode, schemaNode.node[keyword] ?? null, keyword)],
  );
}

/** The schemas that a variant has for the member `name`; empty if the variant does not describe the member. */
export function membersOf({ conjuncts }: Pick<Variant, "conjuncts">, name: string): readonly SchemaNode[] {
  return conjuncts.flatMap((schemaNode) => {
    const { properties } = schemaNode.node;
    return isObject(properties) && Object.hasOwn(properties, name)
      ? [childNode(schemaNode, properties[name] ?? null, "properties", name)]
      : [];
  });
}

/** Whether a schema accepts all values that are valid for every schema in `nodes`. */
function fits(schemaNode: SchemaNode, nodes: readonly SchemaNode[], proof: Proof): boolean {
  if (nodes.length === 0) return schemaNode.node === true || (isObject(schemaNode.node) && Object.keys(schemaNode.node).length === 0);
  return variantsOf(nodes, proof)?.every((variant) => accepts(schemaNode, variant, proof)) === true;
}

function memberFits(name: string, schemaNode: SchemaNode, { variant, proof }: Goal): boolean {
  const own = membersOf(variant, name);
  const isNamed = own.length > 0 || requires(variant, name);
  return isNamed || !isOpen(variant) ? !isNamed || fits(schemaNode, own, proof) : fits(schemaNode, [], proof);
}

/** Whether a variant allows members that its schemas do not name. */
function isOpen({ conjuncts }: Variant): boolean {
  const others = conjuncts.flatMap(({ node }) => node.additionalProperties ?? node.patternProperties ?? []);
  return others.length > 0
    ? others.some((schema) => schema !== false)
    : conjuncts.every(({ node }) => node.properties === undefined && node.required === undefined);
}

/** Whether the schema in `additionalProperties` accepts all members of the variant that `properties` does not name. */
function othersFit(schema: Json, { schemaNode, variant, proof }: Goal): boolean {
  if (schema === true || (isObject(schema) && Object.keys(schema).length === 0)) return true;
  if (isOpen(variant) || schemaNode.node.patternProperties !== undefined) return false;
  const known = isObject(schemaNode.node.properties) ? schemaNode.node.properties : {};
  const names = variant.conjuncts.flatMap(({ node }) => (isObject(node.properties) ? Object.keys(node.properties) : []));
  return names
    .filter((name) => !Object.hasOwn(known, name))
    .every((name) => fits(childNode(schemaNode, schema, "additionalProperties"), membersOf(variant, name), proof));
}
