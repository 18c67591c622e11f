import type { JsonSchema } from "../../schema/schema.ts";
import { exceededLimit } from "../limits/measure-schema.ts";
import { profiles } from "../limits/profile.ts";
import type { ProfileName } from "../limits/provider-limits.ts";
import { annotationKeywords, type SchemaObject, type SchemaPath, schemasByName, schemasIn, withoutKeywords } from "../schema.ts";
import { annotationsOf } from "./annotations.ts";
import { flatten, recordPaths } from "./flatten.ts";
import { projectOpen } from "./project-open.ts";
import { projectSubset } from "./project-subset.ts";
import { type Loss, type Projected, type ProjectionContext, recordRefusal } from "./projection-context.ts";
import { recursiveNames, requiredCycle } from "./recursion.ts";
import { renameMembers } from "./rename-members.ts";
import { type RestorePlan, wrapperMember } from "./restore-plan.ts";

/** A tool's input schema in the form that a provider accepts. */
export interface Projection {
  readonly profile: ProfileName;
  /** The projected schema in JSON Schema 2020-12. `toOpenApiSchema` converts it for `gemini-openapi`, whose syntax differs. */
  readonly schema: SchemaObject;
  /**
   * The conversion of arguments for the projected schema into arguments for the tool's own schema; `undefined` if nothing needs to be
   * converted.
   */
  readonly plan: RestorePlan | undefined;
  /** The restore plans of the shared schemas, by the name of the schema. */
  readonly plans: ReadonlyMap<string, RestorePlan>;
  readonly losses: readonly Loss[];
  /** The reasons why the provider's form of JSON Schema cannot express the schema; empty if the schema can be expressed. */
  readonly refusals: readonly Loss[];
}

/**
 * The maximum number of schemas in one projection, and how deep they may be nested: with inlined references, a schema may become very large
 * or infinite.
 */
const maxParts = 20_000;
const maxDepth = 100;

/**
 * Projects `schema` to the form of JSON Schema that a provider accepts. `schema` must be an object schema that contains all schemas that it
 * refers to under `$defs`.
 */
export function project(schema: SchemaObject, name: ProfileName): Projection {
  const profile = profiles[name];
  const definitions = new Map(schemasByName(schema["$defs"]));
  let recursive: ReadonlySet<string> | undefined;
  const context: ProjectionContext = {
    profile,
    definitions,
    isRecursive: (part) => {
      recursive ??= recursiveNames(definitions);
      return recursive.has(part);
    },
    inlined: new Map(),
    shared: new Map(),
    names: renameMembers(schema, profile.names),
    losses: [],
    paths: new WeakMap(),
    budget: { parts: maxParts, depth: maxDepth },
    project: (part, at) => projectWithinBudget(context, at, () => (profile.isSubset ? projectSubset : projectOpen)(part, at, context)),
  };
  const root = projectRoot(withoutKeywords(schema, ["$defs", "$schema"]), context);
  const shared = [...context.shared].flatMap(([key, each]) => (each === undefined ? [] : [[key, each] as const]));
  const $defs = Object.fromEntries(shared.map(([key, each]) => [key, each.schema]));
  const whole = shared.length === 0 ? root.schema : { ...root.schema, $defs };
  checkWhole(whole, context);
  return {
    profile: name,
    schema: whole,
    plan: root.plan,
    plans: new Map(shared.flatMap(([key, { plan }]) => (plan === undefined ? [] : [[key, plan]]))),
    losses: context.losses.filter(({ effect }) => effect !== "refused"),
    refusals: context.losses.filter(({ effect }) => effect === "refused"),
  };
}

/** Projects a subschema, unless the projection's `budget` of subschemas and nesting is used up. */
function projectWithinBudget(context: ProjectionContext, at: SchemaPath, make: () => Projected): Projected {
  const { budget } = context;
  if (budget.parts <= 0 || budget.depth <= 0)
    return recordRefusal({ at, keyword: "$ref", reason: "with its references inlined, the schema is too large" }, context);
  budget.parts -= 1;
  budget.depth -= 1;
  const made = make();
  budget.depth += 1;
  return made;
}

function checkWhole(schema: SchemaObject, context: ProjectionContext): void {
  const { size, recursion } = context.profile;
  const over = size && exceededLimit(schema, size);
  if (over !== undefined) recordRefusal({ at: [], keyword: "properties", reason: over }, context);
  const definitions = new Map(schemasByName(schema["$defs"]));
  const cycle = recursion === "optional" ? requiredCycle(definitions) : undefined;
  if (cycle !== undefined)
    recordRefusal({ at: ["$defs", cycle], keyword: "$ref", reason: "the schema contains itself in a required member" }, context);
}

/** Projects the root of a schema. Providers require that it is an object schema and not a union. */
function projectRoot(schema: SchemaObject, context: ProjectionContext): Projected {
  const flat = flatten(schema, [], context);
  if (typeof flat === "boolean") return recordRefusal({ at: [], keyword: "type", reason: "no value matches the schema" }, context);
  recordPaths(flat, [], context);
  const { root, described } = moveRootKeywords(flat, context);
  const projected = context.project(root, []);
  if (isUnion(projected.schema)) return wrapInput(projected);
  const { type, properties, required, ...rest } = projected.schema;
  if (type !== "object" && type !== undefined) return wrapInput(projected);
  const others = described.size === 0 ? rest : { ...rest, ...annotationsOf(rest, described) };
  return { ...projected, schema: { type: "object", properties: properties ?? {}, required: required ?? [], ...others } };
}

/** Wraps an input whose schema providers do not accept at the root: the input becomes the only member of an object. */
function wrapInput({ schema, plan }: Projected): Projected {
  return {
    schema: { type: "object", properties: { [wrapperMember]: schema }, required: [wrapperMember], additionalProperties: false },
    plan: { kind: "wrapped", plan },
  };
}

/**
 * Keywords that no provider accepts at the root. They move to the description, since it would be worse to wrap the whole input because of
 * them.
 */
const neverAtRoot = ["not", "enum", "const"];

function moveRootKeywords(root: SchemaObject, context: ProjectionContext): { root: SchemaObject; described: Map<string, unknown> } {
  const moved = [...neverAtRoot, "anyOf", "oneOf"].filter(
    (keyword) => root[keyword] !== undefined && (neverAtRoot.includes(keyword) || schemasIn(root[keyword]).every(onlyRequiresMembers)),
  );
  for (const keyword of moved) recordMove(keyword, [], context);
  return { root: withoutKeywords(root, moved), described: new Map(moved.map((keyword) => [keyword, root[keyword]])) };
}

/** Whether a schema's only constraint is `required`. */
function onlyRequiresMembers(schema: JsonSchema): boolean {
  return typeof schema === "object" && Object.keys(schema).every((keyword) => keyword === "required" || annotationKeywords.has(keyword));
}

function isUnion(schema: SchemaObject): boolean {
  return schema["anyOf"] !== undefined || schema["oneOf"] !== undefined;
}

function recordMove(keyword: string, at: SchemaPath, { losses }: ProjectionContext): void {
  losses.push({
    at,
    keyword,
    effect: "described",
    reason: "the keyword is not allowed at the root of a schema, so the constraint is only in the description",
  });
}
