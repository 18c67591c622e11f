import { isArray, isObject, type Json } from "../source/json.ts";
import type { Direction } from "./converted.ts";
import { type Conjunct, type Following, isBareReference, type Site, siteOf, siteUnder, targetOfSite } from "./site.ts";
import { referenceIn } from "./table.ts";
import { typesOf } from "./values.ts";
import { takes, type Variant, valuesIn, variantsOf } from "./variants.ts";

/** The formats that calls hold against the values of an input (runtime/schema/prepare-schema.ts). */
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

export interface Proof extends Following {
  readonly direction: Direction;
  /** How many schemas may still be looked at before the question is given up, and how deep in each other. */
  readonly budget: { left: number; depth: number };
}

/**
 * Whether a schema is known to accept all values of a variant. An object has no members here but those that the variant describes: whoever
 * writes two objects of different members means the members to tell them apart, and both of them accept them all.
 */
export function accepts(site: Site, variant: Variant, proof: Proof): boolean {
  const { budget } = proof;
  if (budget.left === 0 || budget.depth === 0) return false;
  budget.left -= 1;
  budget.depth -= 1;
  const isAccepting = acceptsWithin(site, variant, proof);
  budget.depth += 1;
  return isAccepting;
}

function acceptsWithin(site: Site, variant: Variant, proof: Proof): boolean {
  const { node } = site;
  if (node === false) return false;
  if (!isObject(node) || variant.conjuncts.some((conjunct) => conjunct.node === node)) return true;
  if (variant.type === "null" && proof.grammar.nullable && node.nullable === true) return true;
  if (referenceIn(node, proof.grammar) !== undefined) {
    const target = targetOfSite(site, proof);
    if (target === undefined || !accepts(siteOf(target), variant, proof)) return false;
    if (isBareReference(node, proof)) return true;
  }
  const question = { site: { ...site, node }, variant, proof };
  const isMet = (keyword: string) => node[keyword] === undefined || meets(keyword, node[keyword] ?? null, question);
  // Most questions end at a name that is required, long before members are compared.
  return cheap.every(isMet) && Object.keys(node).every((keyword) => cheap.includes(keyword) || isMet(keyword));
}

const cheap: readonly string[] = ["required", "type", "enum", "const"];

interface Question {
  readonly site: Conjunct;
  readonly variant: Variant;
  readonly proof: Proof;
}

/** Whether all values of the variant meet one keyword. What is not known is not met. */
function meets(keyword: string, value: Json, question: Question): boolean {
  const { site, variant, proof } = question;
  const scope = scopes.get(keyword);
  if (scope !== undefined && variant.type !== undefined && !takes(scope, variant.type)) return true;
  switch (keyword) {
    case "type": {
      const read = typesOf(value, "as-written", () => {}, proof.grammar);
      return read === undefined || (variant.type !== undefined && takes(isArray(read) ? read.map(String) : [String(read)], variant.type));
    }
    case "enum":
    case "const":
      return isAmong(variant, valuesIn(site.node) ?? []);
    case "allOf":
      return isArray(value) && value.every((part, index) => accepts(siteUnder(site, part, keyword, index), variant, proof));
    case "anyOf":
    case "oneOf":
      return isArray(value) && value.some((part, index) => accepts(siteUnder(site, part, keyword, index), variant, proof));
    case "minLength":
    case "minItems":
      return value === 0 || said(variant, keyword).some((own) => isOrdered(value, own));
    case "minimum":
    case "exclusiveMinimum":
      return value === false || said(variant, keyword).some((own) => isOrdered(value, own));
    case "maximum":
    case "exclusiveMaximum":
    case "maxLength":
    case "maxItems":
      return value === false || said(variant, keyword).some((own) => isOrdered(own, value));
    case "format":
      return proof.direction === "output" || !assertedFormats.has(value) || said(variant, keyword).includes(value);
    case "pattern":
    case "multipleOf":
      return said(variant, keyword).includes(value);
    case "required":
      return !isArray(value) || value.every((name) => requires(variant, name));
    case "properties":
      return (
        !isObject(value) ||
        Object.keys(value).every((name) => memberFits(name, siteUnder(site, value[name] ?? null, keyword, name), question))
      );
    case "additionalProperties":
      return othersFit(value, question);
    case "items":
      return !isArray(value) && fits(siteUnder(site, value, keyword), under(variant, "items"), proof);
    default:
      return !unproved.has(keyword);
  }
}

/** The types that a keyword speaks of. */
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

/** What the schemas of a variant say under a keyword. */
function said({ conjuncts }: Variant, keyword: string): readonly Json[] {
  return conjuncts.flatMap(({ node }) => node[keyword] ?? []);
}

function isOrdered(less: Json, more: Json): boolean {
  return typeof less === "number" && typeof more === "number" && less <= more;
}

function isAmong(variant: Variant, allowed: readonly Json[]): boolean {
  const texts = new Set(allowed.map((value) => JSON.stringify(value)));
  if (variant.type === "null") return texts.has("null");
  return variant.conjuncts.some(
    ({ node }) => valuesIn(node)?.every((value) => value === null || texts.has(JSON.stringify(value))) === true,
  );
}

function requires({ conjuncts }: Variant, name: Json): boolean {
  return conjuncts.some(({ node }) => isArray(node.required) && node.required.includes(name));
}

/** The schemas that a variant has under a keyword, such as those of its items. */
function under({ conjuncts }: Variant, keyword: string): readonly Site[] {
  return conjuncts.flatMap((site) => (site.node[keyword] === undefined ? [] : [siteUnder(site, site.node[keyword] ?? null, keyword)]));
}

/** The schemas of a member in a variant; none where it does not describe it. */
export function membersOf({ conjuncts }: Pick<Variant, "conjuncts">, name: string): readonly Site[] {
  return conjuncts.flatMap((site) => {
    const { properties } = site.node;
    return isObject(properties) && Object.hasOwn(properties, name) ? [siteUnder(site, properties[name] ?? null, "properties", name)] : [];
  });
}

/** Whether a schema accepts all values of these. */
function fits(site: Site, sites: readonly Site[], proof: Proof): boolean {
  if (sites.length === 0) return site.node === true || (isObject(site.node) && Object.keys(site.node).length === 0);
  return variantsOf(sites, proof)?.every((variant) => accepts(site, variant, proof)) === true;
}

function memberFits(name: string, site: Site, { variant, proof }: Question): boolean {
  const own = membersOf(variant, name);
  const isNamed = own.length > 0 || requires(variant, name);
  return isNamed || !isOpen(variant) ? !isNamed || fits(site, own, proof) : fits(site, [], proof);
}

/** Whether a variant describes members by no name. */
function isOpen({ conjuncts }: Variant): boolean {
  const others = conjuncts.flatMap(({ node }) => node.additionalProperties ?? node.patternProperties ?? []);
  return others.length > 0
    ? others.some((schema) => schema !== false)
    : conjuncts.every(({ node }) => node.properties === undefined && node.required === undefined);
}

function othersFit(schema: Json, { site, variant, proof }: Question): boolean {
  if (schema === true || (isObject(schema) && Object.keys(schema).length === 0)) return true;
  if (isOpen(variant) || site.node.patternProperties !== undefined) return false;
  const known = isObject(site.node.properties) ? site.node.properties : {};
  const names = variant.conjuncts.flatMap(({ node }) => (isObject(node.properties) ? Object.keys(node.properties) : []));
  return names
    .filter((name) => !Object.hasOwn(known, name))
    .every((name) => fits(siteUnder(site, schema, "additionalProperties"), membersOf(variant, name), proof));
}
