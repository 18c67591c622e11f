import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import { isNullable, saysNullable } from "../convert/nullable.ts";
import { readTypes, silently } from "../convert/values.ts";
import { isOfType } from "../is-of-type.ts";
import { type Conjunct, childNode, conjunctsOf, type ReferenceContext, type SchemaNode } from "../schema-node.ts";
import { referenceIn } from "../schema-table.ts";
import { type Budget, createBudget } from "./budget.ts";

/** A subset of the values that a schema describes: the values that have one type and match one alternative of each union. */
export interface Variant {
  /** The type of the values; `undefined` for any type. */
  readonly type: string | undefined;
  /** All schemas that apply to these values. For each union, this includes the schema with the union and the chosen alternative. */
  readonly conjuncts: readonly Conjunct[];
}

/** What a search needs: how references are resolved, and the steps that it may take. */
export interface SearchContext extends ReferenceContext {
  readonly budget: Budget;
}

/**
 * The limits of the analysis, in variants and in combinations of alternatives that are tried. A combination that accepts nothing is not a
 * variant, but it counts too. Every further question would be asked for each variant.
 */
const maxVariants = 64;
const maxCombinations = 256;

/** The variants of the values that match all schemas in `nodes`; `undefined` if there are too many variants. */
export function variantsOf(nodes: readonly SchemaNode[], context: SearchContext): readonly Variant[] | undefined {
  const chosen = chooseAlternatives(nodes, new Set(), { ...context, combinations: createBudget(maxCombinations) });
  if (chosen === undefined) {
    context.budget.giveUp();
    return undefined;
  }
  const variants = chosen.flatMap((conjuncts): Variant[] => {
    const types = typesOfAll(conjuncts, context) ?? [undefined];
    return types.map((type) => ({ type, conjuncts }));
  });
  return nodes.every((schemaNode) => isNullOr(schemaNode, context)) ? [...variants, { type: "null", conjuncts: [] }] : variants;
}

/** Whether a schema allows null, whatever its other keywords are. `nullable` beside a reference or alternatives has this meaning. */
function isNullOr({ node }: SchemaNode, { grammar }: ReferenceContext): boolean {
  if (!isObject(node) || !isNullable(node, grammar)) return false;
  return referenceIn(node, grammar) !== undefined || node.allOf !== undefined || node.anyOf !== undefined || node.oneOf !== undefined;
}

interface Choosing extends SearchContext {
  /** The combinations that may still be tried. */
  readonly combinations: Budget;
}

/** For each combination of alternatives, the schemas that apply together. */
function chooseAlternatives(
  nodes: readonly SchemaNode[],
  decided: ReadonlySet<Json>,
  context: Choosing,
): readonly (readonly Conjunct[])[] | undefined {
  const { combinations, budget } = context;
  if (!combinations.spend()) return undefined;
  const conjuncts = conjunctsOf(nodes, context);
  if (conjuncts === undefined) return [];
  if (!budget.spend(conjuncts.length)) return undefined;
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

/**
 * The types that all of these schemas allow; `undefined` if they allow any type. A schema with `properties` is assumed to describe an
 * object.
 */
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

/** The types that both lists allow. A list with `number` also allows `integer`. */
export function commonTypes(some: readonly string[], others: readonly string[]): readonly string[] {
  return [...new Set([...some.filter((type) => includesType(others, type)), ...others.filter((type) => includesType(some, type))])];
}

function typesIn(node: JsonObject, { grammar }: ReferenceContext): readonly string[] | undefined {
  const nullable = saysNullable(node, grammar) ? "nullable" : "as-written";
  const read = node.type === undefined ? undefined : readTypes(node.type, nullable, silently, grammar);
  const types = typeof read === "string" ? [read] : isArray(read) ? read.map(String) : undefined;
  const values = valuesIn(node);
  if (values === undefined) return types;
  const ofValues = [...new Set(values.map(typeOfValue))];
  return types === undefined
    ? ofValues
    : types.filter((type) => values.some((value) => isOfType(value, type)) || (type === "null" && nullable === "nullable"));
}

/** Whether every value of the type `type` has one of the types in `types`. */
export function includesType(types: readonly string[], type: string): boolean {
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** The values that `const` or `enum` lists; `undefined` if the schema has neither keyword. */
export function valuesIn({ const: only, enum: list }: JsonObject): readonly Json[] | undefined {
  return only !== undefined ? [only] : isArray(list) && list.length > 0 ? list : undefined;
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  if (isArray(value)) return "array";
  return isObject(value) ? "object" : Number.isInteger(value) ? "integer" : typeof value;
}
