import type { Plan } from "./plan.ts";
import { projectAlternatives } from "./project-union.ts";
import type { Projected, Projecting } from "./projecting.ts";
import { isSchema, type Path, type Schema, type SchemaObject, schemasIn } from "./schema.ts";
import { sortKeywords, words } from "./words.ts";

export function projectArray(node: SchemaObject, at: Path, projecting: Projecting): Projected {
  const prefix = schemasIn(node["prefixItems"]);
  const { kept, unsaid } = bounds(node, at, projecting);
  const items: Schema = isSchema(node["items"]) ? node["items"] : true;
  if (prefix.length > 0) return projectTuple({ node, prefix, items, bounds: kept, unsaid }, at, projecting);
  if (items === false) {
    const schema = { type: "array", ...kept, items: { type: "string" }, maxItems: 0, ...words(node, unsaid) };
    return { schema, plan: undefined };
  }
  const item = projecting.project(items, [...at, "items"]);
  return { schema: { type: "array", ...kept, items: item.schema, ...words(node, unsaid) }, plan: listPlan([], item.plan) };
}

interface Tuple {
  readonly node: SchemaObject;
  readonly prefix: readonly Schema[];
  readonly items: Schema;
  readonly bounds: SchemaObject;
  readonly unsaid: ReadonlyMap<string, unknown>;
}

function projectTuple({ node, prefix, items, bounds: limits, unsaid }: Tuple, at: Path, projecting: Projecting): Projected {
  const most = items === false ? { maxItems: Math.min(prefix.length, Number(limits["maxItems"] ?? prefix.length)) } : {};
  if (projecting.profile.references === "inline") {
    projecting.losses.push({ at, keyword: "prefixItems", effect: "wider", reason: "the order of the items cannot be expressed" });
    const alternatives = items === false ? prefix : [...prefix, items];
    const item = projectAlternatives({ alternatives, node: {}, at, keyword: "prefixItems" }, projecting);
    return { schema: { type: "array", ...limits, ...most, items: item.schema, ...words(node, unsaid) }, plan: listPlan([], item.plan) };
  }
  const front = prefix.map((schema, index) => projecting.project(schema, [...at, "prefixItems", index]));
  const rest = typeof items === "boolean" ? undefined : projecting.project(items, [...at, "items"]);
  const schema = {
    type: "array",
    ...limits,
    ...most,
    prefixItems: front.map((each) => each.schema),
    ...(rest === undefined ? {} : { items: rest.schema }),
    ...words(node, unsaid),
  };
  return {
    schema,
    plan: listPlan(
      front.map(({ plan }) => plan),
      rest?.plan,
    ),
  };
}

function listPlan(prefix: readonly (Plan | undefined)[], items: Plan | undefined): Plan | undefined {
  return items === undefined && prefix.every((plan) => plan === undefined) ? undefined : { kind: "list", prefix, items };
}

/** The keywords about a list that are not schemas. Where the table says `rewrite`, a bound of 0 or 1 can be said, and no other. */
export function bounds(node: SchemaObject, at: Path, projecting: Projecting): { kept: SchemaObject; unsaid: Map<string, unknown> } {
  const sorted = sortKeywords(node, at, projecting);
  const { minItems } = node;
  if (minItems === undefined || sorted.kept["minItems"] !== undefined) return sorted;
  if (minItems === 0 || minItems === 1) return { ...sorted, kept: { ...sorted.kept, minItems } };
  sorted.unsaid.set("minItems", minItems);
  projecting.losses.push({ at, keyword: "minItems", effect: "described", reason: "only the description says so" });
  return sorted;
}
