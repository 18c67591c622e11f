import type { JsonSchema } from "../../schema/schema.ts";
import { actionOn } from "../limits/table.ts";
import { isSchema, type SchemaObject, type SchemaPath, schemasIn } from "../schema.ts";
import { annotationsOf, onlyDescribed, partitionKeywords } from "./annotations.ts";
import { projectAlternatives } from "./project-union.ts";
import type { Projected, ProjectionContext } from "./projection-context.ts";
import type { RestorePlan } from "./restore-plan.ts";

export function projectArray(node: SchemaObject, at: SchemaPath, context: ProjectionContext): Projected {
  const prefix = schemasIn(node["prefixItems"]);
  const { kept, described } = bounds(node, at, context);
  const items: JsonSchema = isSchema(node["items"]) ? node["items"] : true;
  if (prefix.length > 0) return projectTuple({ node, prefix, items, bounds: kept, described }, at, context);
  if (items === false) return { schema: emptyArray({ node, bounds: kept, described }, at, context), plan: undefined };
  const item = context.project(items, [...at, "items"]);
  return { schema: { type: "array", ...kept, items: item.schema, ...annotationsOf(node, described) }, plan: arrayPlan([], item.plan) };
}

interface Bounded {
  readonly node: SchemaObject;
  readonly bounds: SchemaObject;
  readonly described: ReadonlyMap<string, unknown>;
}

/** Projects an array that must be empty. If the provider does not support `maxItems`, only the description says so. */
function emptyArray({ node, bounds: limits, described }: Bounded, at: SchemaPath, context: ProjectionContext): SchemaObject {
  const array = { type: "array", ...limits, items: { type: "string" } };
  if (actionOn("maxItems", context.profile.name) === "keep") return { ...array, maxItems: 0, ...annotationsOf(node, described) };
  context.losses.push({ at, keyword: "items", effect: "described", reason: onlyDescribed });
  return { ...array, ...annotationsOf(node, new Map([...described, ["maxItems", 0]])) };
}

interface Tuple extends Bounded {
  readonly prefix: readonly JsonSchema[];
  readonly items: JsonSchema;
}

function projectTuple({ node, prefix, items, bounds: limits, described }: Tuple, at: SchemaPath, context: ProjectionContext): Projected {
  const most = items === false ? { maxItems: Math.min(prefix.length, Number(limits["maxItems"] ?? prefix.length)) } : {};
  if (context.profile.references === "inline") {
    context.losses.push({
      at,
      keyword: "prefixItems",
      effect: "wider",
      reason: "only one schema for all items is supported, whatever their position",
    });
    const alternatives = items === false ? prefix : [...prefix, items];
    const item = projectAlternatives({ alternatives, node: {}, at, keyword: "prefixItems" }, context);
    return {
      schema: { type: "array", ...limits, ...most, items: item.schema, ...annotationsOf(node, described) },
      plan: arrayPlan([], item.plan),
    };
  }
  const front = prefix.map((schema, index) => context.project(schema, [...at, "prefixItems", index]));
  const rest = typeof items === "boolean" ? undefined : context.project(items, [...at, "items"]);
  const schema = {
    type: "array",
    ...limits,
    ...most,
    prefixItems: front.map((each) => each.schema),
    ...(rest === undefined ? {} : { items: rest.schema }),
    ...annotationsOf(node, described),
  };
  return {
    schema,
    plan: arrayPlan(
      front.map(({ plan }) => plan),
      rest?.plan,
    ),
  };
}

function arrayPlan(prefix: readonly (RestorePlan | undefined)[], items: RestorePlan | undefined): RestorePlan | undefined {
  return items === undefined && prefix.every((plan) => plan === undefined) ? undefined : { kind: "array", prefix, items };
}

/**
 * The keywords of an array that do not contain schemas. If the table of keywords has `rewrite` for `minItems`, the provider supports only 0
 * and 1, so a higher value becomes 1.
 */
export function bounds(
  node: SchemaObject,
  at: SchemaPath,
  context: ProjectionContext,
): { kept: SchemaObject; described: ReadonlyMap<string, unknown> } {
  const { kept, described } = partitionKeywords(node, at, context);
  const { minItems } = node;
  if (minItems !== undefined && !kept.has("minItems")) {
    // For a higher minimum, the schema requires one item and the description states the minimum.
    if (minItems === 0 || minItems === 1) kept.set("minItems", minItems);
    else {
      kept.set("minItems", 1);
      described.set("minItems", minItems);
      context.losses.push({ at, keyword: "minItems", effect: "described", reason: onlyDescribed });
    }
  }
  return { kept: Object.fromEntries(kept), described };
}
