import { merge } from "./merge.ts";
import { type Projecting, placeOf, remember } from "./projecting.ts";
import { isObject, type Path, referredName, type Schema, type SchemaObject, schemasByName, schemasIn, without } from "./schema.ts";
import { annotations } from "./table.ts";

/**
 * The schema without `allOf`, and without a `$ref` beside keywords that refuse values: all of it merged into one.
 * A reference beside annotations alone stays.
 */
export function flatten(schema: Schema, at: Path, projecting: Projecting): Schema {
  return flattenWithin(schema, placeOf(schema, at, projecting), { projecting, passed: [] });
}

interface Flattening {
  readonly projecting: Projecting;
  /** The shared schemas on the way here. A circle without a step into the value asserts nothing new. */
  readonly passed: readonly string[];
}

function flattenWithin(schema: Schema, at: Path, flattening: Flattening): Schema {
  if (typeof schema === "boolean") return schema;
  const { projecting, passed } = flattening;
  const branches = schemasIn(schema["allOf"]);
  const name = referredName(schema["$ref"]);
  if (branches.length === 0 && (name === undefined || isOnlyReference(schema))) return schema;
  const real = [...branches.entries()].filter(
    ([, branch]) => branch !== true && !(isObject(branch) && isAnnotated(branch) && branch["$ref"] === undefined),
  );
  const [only] = real;
  if (name === undefined && real.length === 1 && only !== undefined && isAnnotated(without(schema, ["allOf"]))) {
    // What is said of one schema alone can stay a reference to it.
    const [index, branch] = only;
    const flat = flattenWithin(branch, placeOf(branch, [...at, "allOf", index], projecting), flattening);
    const beside = branches.filter((each) => each !== branch).filter(isObject);
    return isObject(flat) ? { ...flat, ...Object.assign({}, ...beside), ...without(schema, ["allOf", "$defs"]) } : flat;
  }
  let result: Schema = without(schema, ["allOf", "$ref", "$defs"]);
  rememberParts(result, at, projecting);
  const add = (part: Schema): void => {
    const merged = merge(result, part);
    for (const keyword of merged.conflicts)
      projecting.losses.push({ at, keyword, effect: "wider", reason: "it is allowed only once, and the first is kept" });
    result = merged.schema;
    if (isObject(result)) rememberParts(result, at, projecting);
  };
  if (name !== undefined && !passed.includes(name)) {
    const target = projecting.definitions.get(name) ?? true;
    add(written(target, ["$defs", name], { projecting, passed: [...passed, name] }));
  }
  for (const [index, branch] of branches.entries())
    add(written(branch, placeOf(branch, [...at, "allOf", index], projecting), { projecting, passed }));
  return result;
}

/** A schema with its references followed until something is said. */
function written(schema: Schema, at: Path, flattening: Flattening): Schema {
  const { projecting, passed } = flattening;
  const flat = flattenWithin(schema, at, flattening);
  if (typeof flat === "boolean") return flat;
  const name = referredName(flat["$ref"]);
  if (name === undefined) {
    rememberParts(flat, at, projecting);
    return flat;
  }
  const rest = without(flat, ["$ref"]);
  if (passed.includes(name)) return rest;
  const target = written(projecting.definitions.get(name) ?? true, ["$defs", name], { projecting, passed: [...passed, name] });
  return isObject(target) ? { ...target, ...rest } : target;
}

/** The shared schema that a flat schema leads to, with the words beside the reference. */
export function followed(schema: SchemaObject, at: Path, projecting: Projecting): Schema {
  return written(schema, at, { projecting, passed: [] });
}

function isOnlyReference(schema: SchemaObject): boolean {
  return isAnnotated(without(schema, ["$ref"]));
}

/** Whether a schema says nothing about values. */
export function isAnnotated(schema: SchemaObject): boolean {
  return Object.keys(schema).every((keyword) => annotations.has(keyword) || keyword.startsWith("$"));
}

/** Parts keep their places, whatever they are merged into. */
export function rememberParts(schema: SchemaObject, at: Path, projecting: Projecting): void {
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === "properties" || keyword === "patternProperties")
      for (const [name, part] of schemasByName(value)) remember(part, [...at, keyword, name], projecting);
    else if (Array.isArray(value)) {
      if (lists.has(keyword)) for (const [index, part] of schemasIn(value).entries()) remember(part, [...at, keyword, index], projecting);
    } else if (isObject(value) && single.has(keyword)) remember(value, [...at, keyword], projecting);
  }
}

const lists = new Set(["anyOf", "oneOf", "prefixItems"]);
const single = new Set(["items", "additionalProperties", "unevaluatedProperties", "not", "propertyNames", "contains"]);
