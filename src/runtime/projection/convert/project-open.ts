import { isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { isSchema, referredName, type SchemaObject, type SchemaPath, schemasByName, schemasIn, stringsIn } from "../schema.ts";
import { annotationsOf, partitionKeywords } from "./annotations.ts";
import { projectShared } from "./project-subset.ts";
import { type Projected, type ProjectionContext, pathOf } from "./projection-context.ts";
import { type MemberPlan, objectPlan, type RestorePlan } from "./restore-plan.ts";

/** The projection of a schema for a provider that supports nearly all of JSON Schema. */
export function projectOpen(given: JsonSchema, from: SchemaPath, context: ProjectionContext): Projected {
  if (typeof given === "boolean") return { schema: given ? {} : { not: {} }, plan: undefined };
  const at = pathOf(given, from, context);
  const { names } = context;
  const { kept, described } = partitionKeywords(given, at, context);
  const result: [string, unknown][] = [];
  const plans: RestorePlan[] = [];
  const members = new Map<string, MemberPlan>();
  const list: { prefix: (RestorePlan | undefined)[]; items: RestorePlan | undefined } = { prefix: [], items: undefined };
  let others: RestorePlan | undefined;
  const named = (name: string) => names.get(name) ?? name;
  const part = (schema: JsonSchema, ...steps: readonly (string | number)[]) => context.project(schema, [...at, ...steps]);

  for (const [keyword, value] of Object.entries({ ...Object.fromEntries(kept), ...withItems(given) })) {
    switch (keyword) {
      case "$ref": {
        const name = referredName(value);
        if (name !== undefined) plans.push(projectShared(name, context));
        result.push([keyword, value]);
        break;
      }
      case "properties": {
        const projected = schemasByName(value).map(([name, schema]): [string, SchemaObject] => {
          const { schema: projectedMember, plan } = part(schema, keyword, name);
          members.set(named(name), { name, null: "kept", plan });
          return [named(name), projectedMember];
        });
        result.push([keyword, Object.fromEntries(projected)]);
        break;
      }
      case "patternProperties":
      case "dependentSchemas": {
        const projected = schemasByName(value).map(([name, schema]) => {
          const { schema: projectedMember, plan } = part(schema, keyword, name);
          if (plan !== undefined) plans.push(keyword === "dependentSchemas" ? plan : ofEachMember(plan));
          return [keyword === "dependentSchemas" ? named(name) : name, projectedMember];
        });
        result.push([keyword, Object.fromEntries(projected)]);
        break;
      }
      case "required":
        result.push([keyword, stringsIn(value).map(named)]);
        break;
      case "dependentRequired": {
        const projected = isRecord(value) ? Object.entries(value).map(([name, needed]) => [named(name), stringsIn(needed).map(named)]) : [];
        result.push([keyword, Object.fromEntries(projected)]);
        break;
      }
      case "allOf":
      case "prefixItems": {
        const projected = schemasIn(value).map((schema, index) => part(schema, keyword, index));
        if (keyword === "prefixItems") list.prefix = projected.map(({ plan }) => plan);
        else for (const { plan } of projected) if (plan !== undefined) plans.push(plan);
        result.push([keyword, projected.map(({ schema }) => schema)]);
        break;
      }
      case "anyOf":
      case "oneOf": {
        const alternatives = schemasIn(value).map((schema, index) => part(schema, keyword, index));
        if (alternatives.some(({ plan }) => plan !== undefined)) plans.push({ kind: "union", alternatives });
        result.push([keyword, alternatives.map(({ schema }) => schema)]);
        break;
      }
      case "items":
      case "additionalProperties":
      case "unevaluatedProperties":
      case "unevaluatedItems":
      case "then":
      case "else":
      case "if":
      case "not":
      case "contains":
      case "propertyNames": {
        if (typeof value === "boolean") result.push([keyword, keyword === "items" && value ? {} : value]);
        else if (isSchema(value)) {
          const { schema, plan } = part(value, keyword);
          if (keyword === "items") list.items = plan;
          else if (keyword === "additionalProperties") others = plan;
          else if (plan !== undefined) plans.push(...plansBelow(keyword, plan));
          result.push([keyword, schema]);
        }
        break;
      }
      case "title":
        break;
      default:
        result.push([keyword, value]);
    }
  }
  const object = objectPlan(members, others);
  if (object !== undefined) plans.unshift(object);
  if (list.items !== undefined || list.prefix.some((plan) => plan !== undefined)) plans.unshift({ kind: "array", ...list });
  const schema = { ...Object.fromEntries(result), ...annotationsOf(given, described) };
  return { schema, plan: plans.length < 2 ? plans[0] : { kind: "all", plans } };
}

/** Turns the restore plan of the schema in `keyword` into restore plans for the whole value. */
function plansBelow(keyword: string, plan: RestorePlan): RestorePlan[] {
  switch (keyword) {
    case "then":
    case "else":
      return [plan];
    case "unevaluatedProperties":
      return [ofEachMember(plan)];
    case "unevaluatedItems":
    case "contains":
      return [{ kind: "array", prefix: [], items: plan }];
    default:
      return [];
  }
}

/**
 * A restore plan that converts all members by `plan`. For providers that support nearly all of JSON Schema, restore plans only restore the
 * names of members, so they do not change members that the schema does not describe.
 */
function ofEachMember(plan: RestorePlan): RestorePlan {
  return { kind: "object", members: new Map(), others: plan };
}

/**
 * The keywords `properties`, `required` and `items`. An array without `items` gets `items: {}`, since OpenAI rejects arrays without
 * `items`.
 */
function withItems({ type, properties, required, items, prefixItems }: SchemaObject): SchemaObject {
  return {
    ...(properties === undefined ? {} : { properties }),
    ...(required === undefined ? {} : { required }),
    ...(items !== undefined ? { items } : type === "array" && prefixItems === undefined ? { items: {} } : {}),
  };
}
