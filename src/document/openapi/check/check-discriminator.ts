import { isArray, isObject, type JsonObject, member } from "../../../source/json/json.ts";
import { type TreeLocation, valueAt } from "../../../source/tree.ts";
import { followSchemaReference, resolveUri } from "../read/references.ts";
import { atValue, reportFinding } from "../read/visit.ts";
import { unknownDiscriminator, unknownMapping } from "../schema-codes.ts";
import { schemasAt } from "./schemas-around.ts";
import type { Visit } from "./shapes/shape.ts";
import { suggest } from "./suggest.ts";

/**
 * Checks the discriminator beside `oneOf` or `anyOf`: some alternative describes its property, and each schema that its mapping names
 * exists and is an alternative. Where an alternative may describe names that are not known, nothing is reported.
 */
export function checkDiscriminator({ discriminator, oneOf, anyOf }: JsonObject, visit: Visit): void {
  if (!isObject(discriminator) || (!isArray(oneOf) && !isArray(anyOf))) return;
  const schemas = schemasAt(visit, visit.session);
  if (schemas === undefined) return;
  const { propertyName, mapping } = discriminator;
  if (typeof propertyName === "string") checkProperty(propertyName, schemas, visit);
  for (const [tag, name] of isObject(mapping) ? Object.entries(mapping) : []) if (typeof name === "string") checkMapping(tag, name, visit);
}

function checkProperty(name: string, schemas: readonly JsonObject[], visit: Visit): void {
  const described = schemas.flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  // Without any description, the alternatives accept every property.
  if (described.length === 0 || described.includes(name)) return;
  const near = suggest(name, () => [...new Set(described)], visit.session);
  reportFinding(visit, {
    code: unknownDiscriminator,
    params: { name, where: "any alternative", near },
    spot: atValue("discriminator", "propertyName"),
  });
}

function checkMapping(tag: string, name: string, visit: Visit): void {
  const { session } = visit;
  const target = targetOf(name, visit);
  const alternatives = alternativesAt(visit);
  if (target === "elsewhere" || alternatives === undefined) return;
  // The name may be that of a schema in another file.
  if (target === undefined && [...alternatives].some((each) => String(each.$ref).endsWith(`/${name}`))) return;
  // A schema that extends an alternative is a form of it.
  const own = target && schemasAt(target, session);
  if (target !== undefined && (own === undefined || own.some((schema) => alternatives.has(schema)))) return;
  const near = target === undefined ? suggest(name, () => Object.keys(schemasByName(visit)), session) : undefined;
  const params = { tag, name, exists: target !== undefined, near };
  reportFinding(visit, { code: unknownMapping, params, spot: atValue("discriminator", "mapping", tag) });
}

const maxAlternatives = 1_000;

/** The schema at `place`, its alternatives, and theirs, also behind references; `undefined` if there are too many. */
function alternativesAt(place: Visit): ReadonlySet<JsonObject> | undefined {
  const found = new Set<JsonObject>();
  const waiting: TreeLocation[] = [{ tree: place.tree, path: [...place.path] }];
  for (const next of waiting) {
    const schema = valueAt(next.tree, next.path);
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    if (waiting.length > maxAlternatives) return undefined;
    const target = followSchemaReference(next, place.session.find);
    if (target !== undefined) waiting.push(target);
    for (const keyword of ["oneOf", "anyOf", "allOf"]) {
      const list = schema[keyword];
      // In a list, an `allOf` of one schema only adds keywords to a reference. A schema with a name extends it.
      const isWrapper = typeof next.path.at(-1) === "number" && isArray(list) && list.length === 1;
      if (!isArray(list) || (keyword === "allOf" && !isWrapper)) continue;
      for (const index of list.keys()) waiting.push({ tree: next.tree, path: [...next.path, keyword, index] });
    }
  }
  return found;
}

/**
 * The schema that a mapping names: by its name among the shared schemas, or by a reference. `undefined` if there is no schema with this
 * name; `"elsewhere"` if it cannot be found, which is reported with the reference.
 */
function targetOf(name: string, visit: Visit): TreeLocation | "elsewhere" | undefined {
  const path = ["components", "schemas", name];
  for (const tree of [visit.tree, visit.session.root]) if (valueAt(tree, path) !== undefined) return { tree, path };
  if (/^[\w-]+$/.test(name)) return undefined;
  const step = resolveUri(name, visit, visit.session.find);
  return step.kind === "found" && isObject(step.target.value) ? step.target : "elsewhere";
}

function schemasByName({ session: { root } }: Visit): JsonObject {
  const schemas = member(member(root.data, "components"), "schemas");
  return isObject(schemas) ? schemas : {};
}
