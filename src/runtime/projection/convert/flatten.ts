import { isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import {
  annotationKeywords,
  referredName,
  type SchemaObject,
  type SchemaPath,
  schemasByName,
  schemasIn,
  withoutKeywords,
} from "../schema.ts";
import { merge } from "./merge.ts";
import { type ProjectionContext, pathOf, recordPath } from "./projection-context.ts";

/**
 * Merges the `allOf` of a schema, and a `$ref` that has constraints beside it, into one schema.
 * A reference with only annotations beside it is kept.
 */
export function flatten(schema: JsonSchema, at: SchemaPath, context: ProjectionContext): JsonSchema {
  return flattenIn(schema, pathOf(schema, at, context), { context, visited: [] });
}

/** Does the same as `flatten` for a schema that is only inspected. Losses are not recorded here, but when the schema is projected. */
export function flattenSilently(schema: JsonSchema, at: SchemaPath, context: ProjectionContext): JsonSchema {
  return flatten(schema, at, { ...context, losses: [] });
}

interface FlattenContext {
  readonly context: ProjectionContext;
  /**
   * The names of the schemas in `$defs` that were already resolved for the same value. They are not resolved again, since they would add no
   * constraint.
   */
  readonly visited: readonly string[];
}

function flattenIn(schema: JsonSchema, at: SchemaPath, flattening: FlattenContext): JsonSchema {
  if (typeof schema === "boolean") return schema;
  const { context, visited } = flattening;
  const branches = schemasIn(schema["allOf"]);
  const name = referredName(schema["$ref"]);
  if (branches.length === 0 && (name === undefined || isUnconstrained(schema))) return schema;
  const real = [...branches.entries()].filter(
    ([, branch]) => branch !== true && !(isRecord(branch) && isUnconstrained(branch) && branch["$ref"] === undefined),
  );
  const [only] = real;
  if (name === undefined && real.length === 1 && only !== undefined && isUnconstrained(withoutKeywords(schema, ["allOf"]))) {
    // Only one schema of the `allOf` has constraints, so nothing needs to be merged, and a `$ref` in that schema is kept.
    const [index, branch] = only;
    const flat = flattenIn(branch, pathOf(branch, [...at, "allOf", index], context), flattening);
    const beside = branches.filter((each) => each !== branch).filter(isRecord);
    return isRecord(flat) ? { ...flat, ...Object.assign({}, ...beside), ...withoutKeywords(schema, ["allOf", "$defs"]) } : flat;
  }
  let result: JsonSchema = withoutKeywords(schema, ["allOf", "$ref", "$defs"]);
  recordPaths(result, at, context);
  const add = (part: JsonSchema): void => {
    const merged = merge(result, part);
    for (const keyword of merged.conflicts)
      context.losses.push({
        at,
        keyword,
        effect: "wider",
        reason: "the values of the keyword in an `allOf` cannot be merged, so only the first value is kept",
      });
    result = merged.schema;
    if (isRecord(result)) recordPaths(result, at, context);
  };
  if (name !== undefined && !visited.includes(name)) {
    const target = context.definitions.get(name) ?? true;
    add(resolve(target, ["$defs", name], { context, visited: [...visited, name] }));
  }
  for (const [index, branch] of branches.entries())
    add(resolve(branch, pathOf(branch, [...at, "allOf", index], context), { context, visited }));
  return result;
}

/** Flattens a schema, and replaces a `$ref` at its root by the target. */
function resolve(schema: JsonSchema, at: SchemaPath, flattening: FlattenContext): JsonSchema {
  const { context, visited } = flattening;
  const flat = flattenIn(schema, at, flattening);
  if (typeof flat === "boolean") return flat;
  const name = referredName(flat["$ref"]);
  if (name === undefined) {
    recordPaths(flat, at, context);
    return flat;
  }
  const rest = withoutKeywords(flat, ["$ref"]);
  if (visited.includes(name)) return rest;
  const target = resolve(context.definitions.get(name) ?? true, ["$defs", name], { context, visited: [...visited, name] });
  return isRecord(target) ? { ...target, ...rest } : target;
}

/** The target of the reference at the root of a flat schema, with the annotations beside the reference. */
export function resolveReferences(schema: SchemaObject, at: SchemaPath, context: ProjectionContext): JsonSchema {
  return resolve(schema, at, { context, visited: [] });
}

/** Whether a schema has only annotations and keywords that begin with `$`, such as `$ref`. */
export function isUnconstrained(schema: SchemaObject): boolean {
  return Object.keys(schema).every((keyword) => annotationKeywords.has(keyword) || keyword.startsWith("$"));
}

/** Records the original paths of a schema's subschemas, which merging may move. */
export function recordPaths(schema: SchemaObject, at: SchemaPath, context: ProjectionContext): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties" || keyword === "patternProperties")
      for (const [name, part] of schemasByName(value)) recordPath(part, [...at, keyword, name], context);
    else if (Array.isArray(value)) {
      if (lists.has(keyword)) for (const [index, part] of schemasIn(value).entries()) recordPath(part, [...at, keyword, index], context);
    } else if (isRecord(value) && single.has(keyword)) recordPath(value, [...at, keyword], context);
  }
}

const lists = new Set(["anyOf", "oneOf", "prefixItems"]);
const single = new Set(["items", "additionalProperties", "unevaluatedProperties", "not", "propertyNames", "contains"]);
