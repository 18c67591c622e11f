import { isArray, isObject, type Json, type JsonObject } from "../source/json.ts";
import { isOfType } from "./is-of-type.ts";
import { type Conjunct, childNode, conjunctsOf, type ReferenceContext, type SchemaNode } from "./schema-node.ts";
import { referenceIn } from "./schema-table.ts";
import { readTypes, silently } from "./values.ts";

/** A subset of the values that a schema describes: those of one type, and of one alternative of each union. */
export interface Variant {
  /** `undefined` for any type. */
  readonly type: string | undefined;
  /** All schemas that apply to these values. A schema with alternatives is included besides the chosen alternative. */
  readonly conjuncts: readonly Conjunct[];
}

/** With more variants, or more tried combinations of alternatives than this, the analysis is abandoned. */
const maxVariants = 64;
const maxCombinations = 256;

/** The variants of a value that matches all these schemas; `undefined` if there are too many. */
export function variantsOf(nodes: readonly SchemaNode[], context: ReferenceContext): readonly Variant[] | undefined {
  const chosen = chooseAlternatives(nodes, new Set(), { ...context, budget: { left: maxCombinations } });
  if (chosen === undefined) return undefined;
  const variants = chosen.flatMap((conjuncts): Variant[] => {
    const types = typesOfAll(conjuncts, context) ?? [undefined];
    return types.map((type) => ({ type, conjuncts }));
  });
  return nodes.every((schemaNode) => isNullOr(schemaNode, context)) ? [...variants, { type: "null", conjuncts: [] }] : variants;
}

/** Whether a schema allows null in addition to its other keywords, as `nullable` beside a reference or alternatives does. */
function isNullOr({ node }: SchemaNode, { grammar }: ReferenceContext): boolean {
  if (!isObject(node) || !grammar.nullable || node.nullable !== true) return false;
  return referenceIn(node, grammar) !== undefined || node.allOf !== undefined || node.anyOf !== undefined || node.oneOf !== undefined;
}

interface Choosing extends ReferenceContext {
  /** How many more combinations may be tried. Combinations that accept nothing, and so are no variants, count too. */
  readonly budget: { left: number };
}

/** The schemas that apply, for each combination of alternatives. */
function chooseAlternatives(
  nodes: readonly SchemaNode[],
  decided: ReadonlySet<Json>,
  context: Choosing,
): readonly (readonly Conjunct[])[] | undefined {
  if (context.budget.left === 0) return undefined;
  context.budget.left -= 1;
  const conjuncts = conjunctsOf(nodes, context);
  if (conjuncts === undefined) return [];
  for (const schemaNode of conjuncts) {
    const { node } = schemaNode;
    for (const keyword of ["oneOf", "anyOf"] as const) {
      const list = node[keyword];
      if (!isArray(list) || list.length === 0 || decided.has(list)) continue;
      const others = new Set([...decided, list]);
      const found: (readonly Conjunct[])[] = [];
      for (const [index, branch] of list.entries()) {
        const inner = chooseAlternatives([...conjuncts, childNode(schemaNode, branch, keyword, index)], others, context);
        if (inner === undefined || found.length + inner.length > maxVariants) return undefined;
        found.push(...inner);
      }
      return found;
    }
  }
  return [conjuncts];
}

/** The types that all of these schemas allow. A schema with `properties` is assumed to mean an object. */
function typesOfAll(conjuncts: readonly Conjunct[], context: ReferenceContext): readonly string[] | undefined {
  let common: readonly string[] | undefined;
  for (const { node } of conjuncts) {
    const own = typesIn(node, context);
    if (own !== undefined) common = common === undefined ? own : commonTypes(common, own);
  }
  if (common !== undefined) return common;
  if (conjuncts.some(({ node }) => node.properties !== undefined || node.required !== undefined)) return ["object"];
  return conjuncts.some(({ node }) => node.items !== undefined) ? ["array"] : undefined;
}

/** The types that both lists allow. `number` allows `integer` too. */
export function commonTypes(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some.filter((type) => includesType(others, type)), ...others.filter((type) => includesType(some, type))])];
}

function typesIn(node: JsonObject, { grammar }: ReferenceContext): readonly string[] | undefined {
  const nullable = grammar.nullable && node.nullable === true ? "nullable" : "as-written";
  const read = node.type === undefined ? undefined : readTypes(node.type, nullable, silently, grammar);
  const types = typeof read === "string" ? [read] : isArray(read) ? read.map(String) : undefined;
  const values = valuesIn(node);
  if (values === undefined) return types;
  const ofValues = [...new Set(values.map(typeOfValue))];
  return types === undefined
    ? ofValues
    : types.filter((type) => values.some((value) => isOfType(value, type)) || (type === "null" && nullable === "nullable"));
}

/** Whether every value of `type` has one of `types`. */
export function includesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** The values of `const` or `enum`. */
export function valuesIn({ const: only, enum: list }: JsonObject): readonly Json[] | undefined {
  return only !== undefined ? [only] : isArray(list) && list.length > 0 ? list : undefined;
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  if (isArray(value)) return "array";
  return isObject(value) ? "object" : Number.isInteger(value) ? "integer" : typeof value;
}
