import { flatten, isAnnotated } from "./flatten.ts";
import { type Member, objectPlan, type Plan, pairKey, pairValue } from "./plan.ts";
import { bounds } from "./project-array.ts";
import { acceptsNull, orNull } from "./project-union.ts";
import { type Projected, type Projecting, refuse } from "./projecting.ts";
import { isObject, isSchema, type Path, type Schema, type SchemaObject, schemasByName, textsIn, without } from "./schema.ts";
import { sortKeywords, words } from "./words.ts";

export function projectObject(node: SchemaObject, at: Path, projecting: Projecting): Projected {
  const { profile } = projecting;
  const properties = new Map(schemasByName(node["properties"]));
  const others = othersOf(node);
  for (const name of textsIn(node["required"])) if (!properties.has(name)) properties.set(name, others);
  if (properties.size > 0 || node["patternProperties"] !== undefined) return projectMembers({ node, properties, others }, at, projecting);
  const flat = flatten(others, [...at, "additionalProperties"], projecting);
  if (flat === true || (isObject(flat) && isAnnotated(flat) && flat["$ref"] === undefined)) return projectAnyObject(node, at, projecting);
  if (flat === false || profile.maps === "keep") return projectMembers({ node, properties, others }, at, projecting);
  return projectMap({ node, others }, at, projecting);
}

/** What an object may have beside the members that are named. */
function othersOf({ additionalProperties, unevaluatedProperties }: SchemaObject): Schema {
  if (isSchema(additionalProperties)) return additionalProperties;
  return isSchema(unevaluatedProperties) ? unevaluatedProperties : true;
}

/** An object of which nothing is known. */
function projectAnyObject(node: SchemaObject, at: Path, projecting: Projecting): Projected {
  const { anyObject } = projecting.profile;
  if (anyObject === "refuse")
    return refuse({ at, keyword: "additionalProperties", reason: "an object with any members cannot be expressed" }, projecting);
  const { kept, unsaid } = sortKeywords(node, at, projecting);
  if (anyObject === "keep") return { schema: { type: "object", ...kept, ...words(node, unsaid) }, plan: undefined };
  projecting.losses.push({
    at,
    keyword: "type",
    effect: "wider",
    reason: "an object with any members can only be given as a string of JSON",
  });
  return { schema: { type: "string", ...words(node, unsaid, anyMembers) }, plan: { kind: "json" } };
}

const anyMembers = "An object, as JSON text.";

interface OpenObject {
  readonly node: SchemaObject;
  /** What its members may be that are not named. */
  readonly others: Schema;
}

/** An object of any names is a list of keys and values. */
function projectMap({ node, others }: OpenObject, at: Path, projecting: Projecting): Projected {
  const { propertyNames, minProperties, maxProperties } = node;
  const names = isObject(propertyNames)
    ? projecting.project({ allOf: [{ type: "string" }, propertyNames] }, [...at, "propertyNames"])
    : undefined;
  const value = projecting.project(others, [...at, "additionalProperties"]);
  const list = {
    ...without(node, ["propertyNames", "minProperties", "maxProperties", "additionalProperties", "unevaluatedProperties"]),
    ...(minProperties === undefined ? {} : { minItems: minProperties }),
    ...(maxProperties === undefined ? {} : { maxItems: maxProperties }),
  };
  const { kept, unsaid } = bounds(list, at, projecting);
  const pair = {
    type: "object",
    properties: { [pairKey]: names?.schema ?? { type: "string" }, [pairValue]: value.schema },
    required: [pairKey, pairValue],
    additionalProperties: false,
  };
  return { schema: { type: "array", ...kept, items: pair, ...words(node, unsaid, pairs) }, plan: { kind: "pairs", value: value.plan } };
}

const pairs = "An object, as a list of its keys and values.";

interface Members extends OpenObject {
  readonly properties: ReadonlyMap<string, Schema>;
}

function projectMembers({ node, properties, others }: Members, at: Path, projecting: Projecting): Projected {
  const { profile, names } = projecting;
  const { kept, unsaid } = sortKeywords(without(node, ["additionalProperties"]), at, projecting);
  const demanded = new Set(textsIn(node["required"]));
  const schemas: [string, SchemaObject][] = [];
  const members = new Map<string, Member>();
  for (const [name, schema] of properties) {
    const path = [...at, "properties", name];
    if (flatten(schema, path, projecting) === false) {
      if (demanded.has(name))
        return refuse(
          { at, keyword: "required", reason: `${JSON.stringify(name)} has to be there and has no value that matches` },
          projecting,
        );
      continue;
    }
    const given = names.get(name) ?? name;
    const member = projecting.project(schema, path);
    const isOptional = profile.objects === "required" && !demanded.has(name);
    if (isOptional && acceptsNull(member.schema, projecting))
      projecting.losses.push({ at: path, keyword: "type", effect: "narrower", reason: "null means there that the member is omitted" });
    const { schema: said, plan } = isOptional ? orNull(member, projecting) : member;
    schemas.push([given, said]);
    members.set(given, { name, null: isOptional ? "absent" : "kept", plan });
  }
  const given = schemas.map(([name]) => name);
  const required = profile.objects === "required" ? given : [...demanded].map((name) => names.get(name) ?? name);
  const rest = projectOthers({ node, others }, at, projecting);
  const schema = {
    type: "object",
    ...kept,
    ...(given.length === 0 && profile.objects === "open" ? {} : { properties: Object.fromEntries(schemas), required }),
    ...rest.keywords,
    ...words(node, unsaid),
  };
  return { schema, plan: objectPlan(members, rest.plan) };
}

/** What is said of members that are not named. */
function projectOthers({ node, others }: OpenObject, at: Path, projecting: Projecting): { keywords: SchemaObject; plan: Plan | undefined } {
  const { profile } = projecting;
  if (profile.objects === "open") {
    // Members that fit a pattern have to pass, and the pattern is not there any more.
    if (others === true || node["patternProperties"] !== undefined) return { keywords: {}, plan: undefined };
    if (others === false) return { keywords: { additionalProperties: false }, plan: undefined };
    const { schema, plan } = projecting.project(others, [...at, "additionalProperties"]);
    return { keywords: { additionalProperties: schema }, plan };
  }
  const isWritten = node["additionalProperties"] !== undefined || node["unevaluatedProperties"] !== undefined;
  if (isWritten && others !== false)
    projecting.losses.push({
      at,
      keyword: "additionalProperties",
      effect: "narrower",
      reason: "only the named members can be given",
    });
  return { keywords: { additionalProperties: false }, plan: undefined };
}
