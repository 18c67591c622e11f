import { flatten, followed } from "./flatten.ts";
import { type Listed, projectLiterals, typeOf, valuesOf } from "./literals.ts";
import type { Plan } from "./plan.ts";
import { projectArray } from "./project-array.ts";
import { projectObject } from "./project-object.ts";
import { projectAlternatives, projectUnion, withWords } from "./project-union.ts";
import { type Projected, type Projecting, placeOf, refuse } from "./projecting.ts";
import { isRecursive } from "./recursion.ts";
import { type Path, referenceTo, referredName, type Schema, type SchemaObject, textsIn, without } from "./schema.ts";
import { annotations, typesAbout } from "./table.ts";
import { onlyWords, sortKeywords, withoutWords, words } from "./words.ts";

/** The projection of a schema in a form that knows only plain schemas. */
export function projectPlain(given: Schema, from: Path, projecting: Projecting): Projected {
  const at = placeOf(given, from, projecting);
  const node = flatten(given, at, projecting);
  if (node === false) return refuse({ at, keyword: "not", reason: "no value matches it" }, projecting);
  if (node === true) return projectAnything({}, at, projecting);
  const name = referredName(node["$ref"]);
  if (name !== undefined) return projectReference({ name, node }, at, projecting);
  const union = Array.isArray(node["anyOf"]) ? "anyOf" : Array.isArray(node["oneOf"]) ? "oneOf" : undefined;
  if (union !== undefined) return projectUnion({ node, keyword: union }, at, projecting);
  const types = typesOf(node);
  const values = valuesOf(node, types);
  if (values !== undefined) return projectValues({ node, values }, at, projecting);
  if (types === undefined) return projectAnything(node, at, projecting);
  const [type] = types;
  if (types.length > 1 || type === undefined) return projectTypes({ node, types }, at, projecting);
  const own = onlyAbout(node, type);
  if (type === "object") return projectObject(own, at, projecting);
  if (type === "array") return projectArray(own, at, projecting);
  return projectScalar({ node: own, type }, at, projecting);
}

/** The types that a schema takes. Where it does not say so, its keywords do: their author had values of one type in mind. */
function typesOf(node: SchemaObject): readonly string[] | undefined {
  const { type } = node;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return textsIn(type);
  if (Array.isArray(node["enum"])) return [...new Set(node["enum"].map(typeOf))];
  if (Object.hasOwn(node, "const")) return [typeOf(node["const"])];
  const meant = new Set(
    Object.keys(node)
      .filter((keyword) => keyword !== "format" && !annotations.has(keyword))
      .flatMap(typesAbout),
  );
  return meant.size === 1 ? [...meant] : node["format"] !== undefined && meant.size === 0 ? ["string"] : undefined;
}

/** Without the keywords that are about values of other types. */
function onlyAbout(node: SchemaObject, type: string): SchemaObject {
  const isAbout = (keyword: string) => {
    const types = typesAbout(keyword);
    return types.length === 0 || types.includes(type === "integer" ? "number" : type);
  };
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => isAbout(keyword)));
}

interface Typed {
  readonly node: SchemaObject;
  readonly types: readonly string[];
}

function projectTypes({ node, types }: Typed, at: Path, projecting: Projecting): Projected {
  const alternatives = types.map((type) => onlyAbout({ ...withoutWords(node), type }, type));
  return projectAlternatives({ alternatives, node: onlyWords(node), at }, projecting);
}

function projectValues({ node, values }: Listed, at: Path, projecting: Projecting): Projected {
  if (values.length === 0) return refuse({ at, keyword: "enum", reason: "no value matches it" }, projecting);
  const literals = projectLiterals({ node, values }, at, projecting);
  const { unsaid } = sortKeywords(onlyWords(node), at, projecting);
  if (literals === undefined) {
    const rest = projecting.project({ ...without(node, ["enum", "const", "description"]), type: [...new Set(values.map(typeOf))] }, at);
    return { ...rest, schema: { ...rest.schema, ...words(node, new Map([["enum", values]])) } };
  }
  const schema = { ...literals.schema, ...words(node, unsaid) };
  if (!literals.isNullable) return { schema, plan: literals.plan };
  const plan: Plan | undefined = literals.plan && {
    kind: "union",
    alternatives: [
      { schema: { type: "null" }, plan: undefined },
      { schema, plan: literals.plan },
    ],
  };
  return { schema: { anyOf: [literals.schema, { type: "null" }], ...words(node, unsaid) }, plan };
}

interface Scalar {
  readonly node: SchemaObject;
  readonly type: string;
}

function projectScalar({ node, type }: Scalar, at: Path, projecting: Projecting): Projected {
  const { kept, unsaid } = sortKeywords(node, at, projecting);
  const { formats } = projecting.profile;
  const { format } = node;
  if (typeof format === "string" && formats !== undefined) {
    if (!formats.has(format)) unsaid.set("format", format);
    else return { schema: { type, ...kept, format, ...words(node, unsaid) }, plan: undefined };
  }
  return { schema: { type, ...kept, ...words(node, unsaid) }, plan: undefined };
}

/** A value of which nothing is known. */
function projectAnything(node: SchemaObject, at: Path, projecting: Projecting): Projected {
  const { unsaid } = sortKeywords(node, at, projecting);
  switch (projecting.profile.anything) {
    case "keep":
      return { schema: words(node, unsaid), plan: undefined };
    case "refuse":
      return refuse({ at, keyword: "type", reason: "a value of any type cannot be expressed" }, projecting);
    case "text":
      return { schema: { type: "string", ...words(node, unsaid, anyValue) }, plan: { kind: "json" } };
  }
}

const anyValue = "Any value, as JSON text.";

interface Reference {
  /** The shared schema's. */
  readonly name: string;
  readonly node: SchemaObject;
}

function projectReference({ name, node }: Reference, at: Path, projecting: Projecting): Projected {
  const { references, recursion } = projecting.profile;
  if (recursion === "refuse" && isRecursive(name, projecting.definitions))
    return refuse({ at, keyword: "$ref", reason: "a schema that contains itself cannot be expressed" }, projecting);
  if (references === "inline") {
    const target = followed(node, at, projecting);
    return projecting.project(target, ["$defs", name]);
  }
  const plan = projectShared(name, projecting);
  const { unsaid } = sortKeywords(without(node, ["$ref", "$defs"]), at, projecting);
  return { schema: withWords(referenceTo(name), words(node, unsaid)), plan };
}

/** Projects a shared schema once. Its plan is known by name, since it may lead back to itself. */
export function projectShared(name: string, { shared, definitions, project }: Projecting): Plan {
  if (!shared.has(name)) {
    shared.set(name, undefined);
    shared.set(name, project(definitions.get(name) ?? true, ["$defs", name]));
  }
  return { kind: "shared", name };
}
