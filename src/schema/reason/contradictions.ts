import { isArray, type JsonObject } from "../../source/json/json.ts";
import { commonTypes } from "./variants.ts";

/** The reason why no value matches several schemas at once. `node` is one of the schemas that cause the contradiction. */
export interface Contradiction {
  readonly node: JsonObject;
  readonly why: string;
}

/** Finds the types that all of `nodes` allow (`undefined` if they allow any type), or the contradiction between the types. */
export function findTypeContradiction(nodes: readonly JsonObject[]): {
  readonly types: readonly string[] | undefined;
  readonly clash: Contradiction | undefined;
} {
  let types: readonly string[] | undefined;
  for (const node of nodes) {
    if (node.type === undefined) continue;
    const own = isArray(node.type) ? node.type.map(String) : [String(node.type)];
    const common: readonly string[] = types === undefined ? own : commonTypes(types, own);
    if (types !== undefined && common.length === 0)
      return {
        types: common,
        clash: { node, why: `a value must have the type "${types.join('" or "')}" and also the type "${own.join('" or "')}"` },
      };
    types = common;
  }
  return { types, clash: undefined };
}

/** For each type with a length, the keywords of the minimum and maximum length, and the unit of the length. */
const bounds: ReadonlyMap<string, readonly [least: string, most: string, what: string]> = new Map([
  ["string", ["minLength", "maxLength", "characters"]],
  ["array", ["minItems", "maxItems", "items"]],
  ["object", ["minProperties", "maxProperties", "members"]],
]);

/** Finds a lower bound and an upper bound in `nodes` that no value of the type can satisfy together. */
export function findBoundContradiction(
  type: string,
  nodes: readonly JsonObject[],
): (Contradiction & { readonly keyword: string }) | undefined {
  if (type === "integer" || type === "number") return findNumberContradiction(type, nodes);
  const [least, most, what] = bounds.get(type) ?? [];
  if (least === undefined || most === undefined || !nodes.some((node) => node[least] !== undefined)) return undefined;
  const [low, high] = [outermost(nodes, [least], Math.max), outermost(nodes, [most], Math.min)];
  if (low === undefined || high === undefined || low.value <= high.value) return undefined;
  return { node: low.node, keyword: least, why: `a value must have at least ${low.value} and at most ${high.value} ${what}` };
}

function findNumberContradiction(
  type: "integer" | "number",
  nodes: readonly JsonObject[],
): (Contradiction & { readonly keyword: string }) | undefined {
  if (!nodes.some((node) => node.minimum !== undefined || node.exclusiveMinimum !== undefined)) return undefined;
  const low = outermost(nodes, ["minimum", "exclusiveMinimum"], Math.max);
  const high = outermost(nodes, ["maximum", "exclusiveMaximum"], Math.min);
  if (low === undefined || high === undefined) return undefined;
  const isOpen = low.keyword.startsWith("exclusive") || high.keyword.startsWith("exclusive");
  const first = low.keyword === "minimum" ? Math.ceil(low.value) : Math.floor(low.value) + 1;
  const last = high.keyword === "maximum" ? Math.floor(high.value) : Math.ceil(high.value) - 1;
  const isEmpty = low.value > high.value || (low.value === high.value && isOpen) || (type === "integer" && first > last);
  if (!isEmpty) return undefined;
  const words = [low.keyword === "minimum" ? "at least" : "above", high.keyword === "maximum" ? "at most" : "below"];
  return { node: low.node, keyword: low.keyword, why: `a value must be ${words[0]} ${low.value} and ${words[1]} ${high.value}` };
}

interface Bound {
  readonly node: JsonObject;
  readonly keyword: string;
  readonly value: number;
}

/**
 * The strictest of the bounds that the keywords set. If an inclusive and an exclusive bound have the same value, the exclusive bound is
 * stricter.
 */
function outermost(nodes: readonly JsonObject[], keywords: readonly string[], choose: (a: number, b: number) => number): Bound | undefined {
  const all = nodes.flatMap((node) =>
    keywords.flatMap((keyword): Bound[] => {
      const value = node[keyword];
      return typeof value === "number" ? [{ node, keyword, value }] : [];
    }),
  );
  const value = all.map((bound) => bound.value).reduce((a, b) => choose(a, b), all[0]?.value ?? 0);
  return (
    all.findLast((bound) => bound.value === value && bound.keyword.startsWith("exclusive")) ?? all.find((bound) => bound.value === value)
  );
}
