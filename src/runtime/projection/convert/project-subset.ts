import type { JsonSchema } from "../../schema/schema.ts";
import { typesConstrainedBy } from "../limits/table.ts";
import {
  annotationKeywords,
  referenceTo,
  referredName,
  type SchemaObject,
  type SchemaPath,
  stringsIn,
  withoutKeywords,
} from "../schema.ts";
import { annotationsOf, onlyAnnotations, partitionKeywords, withoutAnnotations } from "./annotations.ts";
import { flatten, resolveReferences } from "./flatten.ts";
import { allowedValues, type ListedValues, projectListedValues, typeOf } from "./listed-values.ts";
import { projectArray } from "./project-array.ts";
import { projectObject } from "./project-object.ts";
import { projectScalar } from "./project-scalar.ts";
import { projectAlternatives, projectUnion, withAnnotations } from "./project-union.ts";
import { type Projected, type ProjectionContext, pathOf, recordRefusal } from "./projection-context.ts";
import type { RestorePlan } from "./restore-plan.ts";

/** The projection of a schema for a provider that supports only a small subset of JSON Schema. */
export function projectSubset(given: JsonSchema, from: SchemaPath, context: ProjectionContext): Projected {
  const at = pathOf(given, from, context);
  const node = flatten(given, at, context);
  if (node === false) return recordRefusal({ at, keyword: "not", reason: "no value matches the schema" }, context);
  if (node === true) return projectUnknown({}, at, context);
  const name = referredName(node["$ref"]);
  if (name !== undefined) return projectReference({ name, node }, at, context);
  const union = Array.isArray(node["anyOf"]) ? "anyOf" : Array.isArray(node["oneOf"]) ? "oneOf" : undefined;
  if (union !== undefined) return projectUnion({ node, keyword: union }, at, context);
  const types = typesOf(node);
  const values = allowedValues(node, types);
  if (values !== undefined) return projectValues({ node, values }, at, context);
  if (types === undefined) return projectUnknown(node, at, context);
  const [type] = types;
  if (types.length > 1 || type === undefined) return projectTypes({ node, types }, at, context);
  const own = constraintsOn(node, type);
  if (type === "object") return projectObject(own, at, context);
  if (type === "array") return projectArray(own, at, context);
  return projectScalar({ node: own, type }, at, context);
}

/** The types that a schema allows. Without `type`, the type is inferred from the keywords if all of them constrain values of one type. */
function typesOf(node: SchemaObject): readonly string[] | undefined {
  const { type } = node;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return stringsIn(type);
  if (Array.isArray(node["enum"])) return [...new Set(node["enum"].map(typeOf))];
  if (Object.hasOwn(node, "const")) return [typeOf(node["const"])];
  const inferred = new Set(
    Object.keys(node)
      .filter((keyword) => keyword !== "format" && !annotationKeywords.has(keyword))
      .flatMap(typesConstrainedBy),
  );
  return inferred.size === 1 ? [...inferred] : node["format"] !== undefined && inferred.size === 0 ? ["string"] : undefined;
}

/** The schema without the keywords that only constrain values of types other than `type`. */
function constraintsOn(node: SchemaObject, type: string): SchemaObject {
  const isAbout = (keyword: string) => {
    const types = typesConstrainedBy(keyword);
    return types.length === 0 || types.includes(type === "integer" ? "number" : type);
  };
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => isAbout(keyword)));
}

interface Typed {
  readonly node: SchemaObject;
  readonly types: readonly string[];
}

function projectTypes({ node, types }: Typed, at: SchemaPath, context: ProjectionContext): Projected {
  const alternatives = types.map((type) => constraintsOn({ ...withoutAnnotations(node), type }, type));
  return projectAlternatives({ alternatives, node: onlyAnnotations(node), at }, context);
}

function projectValues({ node, values }: ListedValues, at: SchemaPath, context: ProjectionContext): Projected {
  if (values.length === 0) return recordRefusal({ at, keyword: "enum", reason: "no value matches the schema" }, context);
  const literals = projectListedValues({ node, values }, at, context);
  const { described } = partitionKeywords(onlyAnnotations(node), at, context);
  if (literals === undefined) {
    const rest = context.project(
      { ...withoutKeywords(node, ["enum", "const", "description"]), type: [...new Set(values.map(typeOf))] },
      at,
    );
    return { ...rest, schema: { ...rest.schema, ...annotationsOf(node, new Map([["enum", values]])) } };
  }
  const schema = { ...literals.schema, ...annotationsOf(node, described) };
  if (!literals.isNullable) return { schema, plan: literals.plan };
  const plan: RestorePlan | undefined = literals.plan && {
    kind: "union",
    alternatives: [
      { schema: { type: "null" }, plan: undefined },
      { schema, plan: literals.plan },
    ],
  };
  return { schema: { anyOf: [literals.schema, { type: "null" }], ...annotationsOf(node, described) }, plan };
}

/** Projects a schema that allows values of any type. */
function projectUnknown(node: SchemaObject, at: SchemaPath, context: ProjectionContext): Projected {
  const { described } = partitionKeywords(node, at, context);
  switch (context.profile.anything) {
    case "keep":
      return { schema: annotationsOf(node, described), plan: undefined };
    case "refuse":
      return recordRefusal({ at, keyword: "type", reason: "a value of any type cannot be expressed" }, context);
    case "text":
      return { schema: { type: "string", ...annotationsOf(node, described, anyValue) }, plan: { kind: "json" } };
  }
}

const anyValue = "Any value, as JSON text.";

interface Reference {
  /** The name of the shared schema. */
  readonly name: string;
  readonly node: SchemaObject;
}

function projectReference({ name, node }: Reference, at: SchemaPath, context: ProjectionContext): Projected {
  const { references, recursion } = context.profile;
  if (recursion === "refuse" && context.isRecursive(name))
    return recordRefusal({ at, keyword: "$ref", reason: "a schema that contains itself cannot be expressed" }, context);
  if (references === "inline") return projectInPlace({ name, node }, at, context);
  const plan = projectShared(name, context);
  const { described } = partitionKeywords(withoutKeywords(node, ["$ref", "$defs"]), at, context);
  return { schema: withAnnotations(referenceTo(name), annotationsOf(node, described)), plan };
}

/**
 * Projects the target of a reference in place of the reference. If the reference has no other keywords beside it, the projection is reused
 * for other references to the target, but its subschemas count against `budget.parts` each time.
 */
function projectInPlace({ name, node }: Reference, at: SchemaPath, context: ProjectionContext): Projected {
  const { inlined, budget } = context;
  const found = Object.keys(node).length === 1 ? inlined.get(name) : undefined;
  if (found !== undefined && found.parts <= budget.parts) {
    budget.parts -= found.parts;
    return found.projected;
  }
  const before = budget.parts;
  const projected = context.project(resolveReferences(node, at, context), ["$defs", name]);
  if (Object.keys(node).length === 1) inlined.set(name, { projected, parts: before - budget.parts });
  return projected;
}

/** Projects a shared schema on the first call. The returned plan refers to the schema by name, since the schema may be recursive. */
export function projectShared(name: string, { shared, definitions, project }: ProjectionContext): RestorePlan {
  if (!shared.has(name)) {
    shared.set(name, undefined);
    shared.set(name, project(definitions.get(name) ?? true, ["$defs", name]));
  }
  return { kind: "shared", name };
}
