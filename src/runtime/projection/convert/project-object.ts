import { isRecord } from "../../json.ts";
import type { JsonSchema } from "../../schema/schema.ts";
import { isSchema, type SchemaObject, type SchemaPath, schemasByName, stringsIn, withoutKeywords } from "../schema.ts";
import { annotationsOf, partitionKeywords } from "./annotations.ts";
import { flattenSilently, isUnconstrained } from "./flatten.ts";
import { bounds } from "./project-array.ts";
import { acceptsNull, orNull } from "./project-union.ts";
import { type Projected, type ProjectionContext, recordRefusal } from "./projection-context.ts";
import { keyMember, type MemberPlan, objectPlan, type RestorePlan, valueMember } from "./restore-plan.ts";

export function projectObject(node: SchemaObject, at: SchemaPath, context: ProjectionContext): Projected {
  const { profile } = context;
  const properties = new Map(schemasByName(node["properties"]));
  const others = othersOf(node);
  for (const name of stringsIn(node["required"])) if (!properties.has(name)) properties.set(name, others);
  if (properties.size > 0 || node["patternProperties"] !== undefined) return projectMembers({ node, properties, others }, at, context);
  const flat = flattenSilently(others, [...at, "additionalProperties"], context);
  if (flat === true || (isRecord(flat) && isUnconstrained(flat) && flat["$ref"] === undefined)) return projectAnyObject(node, at, context);
  if (flat === false || profile.maps === "keep") return projectMembers({ node, properties, others }, at, context);
  return projectMap({ node, others }, at, context);
}

/** The schema of members that `properties` does not name. */
function othersOf({ additionalProperties, unevaluatedProperties }: SchemaObject): JsonSchema {
  if (isSchema(additionalProperties)) return additionalProperties;
  return isSchema(unevaluatedProperties) ? unevaluatedProperties : true;
}

/** Projects an object schema that does not describe any members. */
function projectAnyObject(node: SchemaObject, at: SchemaPath, context: ProjectionContext): Projected {
  const { anyObject } = context.profile;
  if (anyObject === "refuse")
    return recordRefusal(
      { at, keyword: "additionalProperties", reason: "an object that may have any members cannot be expressed" },
      context,
    );
  if (anyObject === "pairs") return projectMap({ node, others: true }, at, context);
  // The schema of additional members allows every value, so it is omitted. Its annotations are omitted too, since the provider may not
  // support them.
  const { kept, described } = partitionKeywords(withoutKeywords(node, ["additionalProperties", "unevaluatedProperties"]), at, context);
  return { schema: { type: "object", ...Object.fromEntries(kept), ...annotationsOf(node, described) }, plan: undefined };
}

interface OpenObject {
  readonly node: SchemaObject;
  /** The schema of members that `properties` does not name. */
  readonly others: JsonSchema;
}

/** Expresses an object with arbitrary member names as an array of objects with a key and a value. */
function projectMap({ node, others }: OpenObject, at: SchemaPath, context: ProjectionContext): Projected {
  const { propertyNames, minProperties, maxProperties } = node;
  const names = isRecord(propertyNames)
    ? context.project({ allOf: [{ type: "string" }, propertyNames] }, [...at, "propertyNames"])
    : undefined;
  const value = context.project(others, [...at, "additionalProperties"]);
  const array = {
    ...withoutKeywords(node, ["propertyNames", "minProperties", "maxProperties", "additionalProperties", "unevaluatedProperties"]),
    ...(minProperties === undefined ? {} : { minItems: minProperties }),
    ...(maxProperties === undefined ? {} : { maxItems: maxProperties }),
  };
  const { kept, described } = bounds(array, at, context);
  const pair = {
    type: "object",
    properties: { [keyMember]: names?.schema ?? { type: "string" }, [valueMember]: value.schema },
    required: [keyMember, valueMember],
    additionalProperties: false,
  };
  return {
    schema: { type: "array", ...kept, items: pair, ...annotationsOf(node, described, pairs) },
    plan: { kind: "pairs", value: value.plan },
  };
}

const pairs = "An object, as an array of its keys and values.";

interface Members extends OpenObject {
  readonly properties: ReadonlyMap<string, JsonSchema>;
}

function projectMembers({ node, properties, others }: Members, at: SchemaPath, context: ProjectionContext): Projected {
  const { profile, names } = context;
  const { kept, described } = partitionKeywords(withoutKeywords(node, ["additionalProperties"]), at, context);
  const requiredNames = new Set(stringsIn(node["required"]));
  const schemas: [string, SchemaObject][] = [];
  const members = new Map<string, MemberPlan>();
  for (const [name, schema] of properties) {
    const path = [...at, "properties", name];
    if (flattenSilently(schema, path, context) === false) {
      if (requiredNames.has(name))
        return recordRefusal(
          { at, keyword: "required", reason: `no value is valid for the required member ${JSON.stringify(name)}` },
          context,
        );
      continue;
    }
    const given = names.get(name) ?? name;
    const member = context.project(schema, path);
    const isOptional = profile.objects === "required" && !requiredNames.has(name);
    if (isOptional && acceptsNull(member.schema, context))
      context.losses.push({
        at: path,
        keyword: "type",
        effect: "narrower",
        reason: "null stands for an omitted member, so a model cannot pass null itself",
      });
    const { schema: projected, plan } = isOptional ? orNull(member, context) : member;
    schemas.push([given, projected]);
    members.set(given, { name, null: isOptional ? "absent" : "kept", plan });
  }
  const given = schemas.map(([name]) => name);
  if (given.length === 0 && profile.anyObject === "pairs" && at.length > 0) return emptyObject(node, described);
  const required = profile.objects === "required" ? given : [...requiredNames].map((name) => names.get(name) ?? name);
  const rest = projectOthers({ node, others }, at, context);
  const schema = {
    type: "object",
    ...Object.fromEntries(kept),
    ...(given.length === 0 && profile.objects === "open" ? {} : { properties: Object.fromEntries(schemas), required }),
    ...rest.keywords,
    ...annotationsOf(node, described),
  };
  return { schema, plan: objectPlan(members, rest.plan) };
}

/** Expresses an object without members as a string that contains `{}`, for a provider that rejects objects without members. */
function emptyObject(node: SchemaObject, described: ReadonlyMap<string, unknown>): Projected {
  return { schema: { type: "string", enum: ["{}"], ...annotationsOf(node, described) }, plan: { kind: "json" } };
}

/** Projects the keywords about members that `properties` does not name. */
function projectOthers(
  { node, others }: OpenObject,
  at: SchemaPath,
  context: ProjectionContext,
): { keywords: SchemaObject; plan: RestorePlan | undefined } {
  const { profile } = context;
  if (profile.objects === "open") {
    if (node["patternProperties"] !== undefined) {
      // `patternProperties` is not supported here, but members that match a pattern must remain valid.
      if (others !== true)
        context.losses.push({
          at,
          keyword: "additionalProperties",
          effect: "wider",
          reason: "members that match a pattern must remain valid, so additional members are allowed",
        });
      return { keywords: {}, plan: undefined };
    }
    if (others === true) return { keywords: {}, plan: undefined };
    if (others === false) return { keywords: { additionalProperties: false }, plan: undefined };
    const { schema, plan } = context.project(others, [...at, "additionalProperties"]);
    return { keywords: { additionalProperties: schema }, plan };
  }
  const isWritten = node["additionalProperties"] !== undefined || node["unevaluatedProperties"] !== undefined;
  if (isWritten && others !== false)
    context.losses.push({
      at,
      keyword: "additionalProperties",
      effect: "narrower",
      reason: "only the members that `properties` names are supported",
    });
  return { keywords: { additionalProperties: false }, plan: undefined };
}
