import { isArray, isObject, type Json, type JsonObject, member } from "../../../source/json/json.ts";
import { pointerOf, type Tree, type TreeLocation } from "../../../source/tree.ts";
import { atValue, type RelativePlace, reportFinding } from "../read/visit.ts";
import { undefinedRequiredProperty, unknownDiscriminator } from "../schema-codes.ts";
import { schemasAround } from "./schemas-around.ts";
import type { ValidationSession, Visit } from "./shapes/shape.ts";
import { suggest } from "./suggest.ts";

/** A name that `properties` does not describe. */
interface MissingName {
  readonly in: "required" | "discriminator";
  readonly name: string;
  readonly spot: RelativePlace;
}

interface SuggestedName extends MissingName {
  readonly near: string | undefined;
}

/**
 * Checks that the properties that `required` and `discriminator` name are in `properties`, unless another schema may describe them. The names
 * are reported when all references are known, because a base schema may leave a member to the schemas that extend it.
 */
export function checkNames(value: JsonObject, visit: Visit): void {
  const { properties } = value;
  if (!isObject(properties) || mayDescribeElsewhere(value)) return;
  const missing = [...missingRequired(value.required, properties), ...missingDiscriminator(value.discriminator, properties)];
  if (missing.length > 0) deferReport(missing, properties, visit);
}

function deferReport(missing: readonly MissingName[], properties: JsonObject, { session, tree, path }: Visit): void {
  const around = schemasAround({ tree, path }, session);
  if (around === undefined) return;
  const names = missing
    .filter(({ name }) => !around.some((schema) => describes(schema, name)))
    // Only so many names are compared in a document, so the first of them are, and not those after all references.
    .map((each) => ({ ...each, near: suggest(each.name, () => Object.keys(properties), session) }));
  const location = { tree, path: [...path] };
  if (names.length > 0) session.deferredChecks.push(() => reportNames(names, { session, ...location }));
}

/** Whether a schema may describe members of its object by another keyword than `properties`. */
function mayDescribeElsewhere(value: JsonObject): boolean {
  return describesElsewhere.some((name) => Object.hasOwn(value, name));
}

const describesElsewhere = ["allOf", "anyOf", "oneOf", "patternProperties", "additionalProperties", "$ref", "if"];

function describes({ properties }: JsonObject, name: string): boolean {
  return isObject(properties) && Object.hasOwn(properties, name);
}

function missingRequired(required: Json | undefined, properties: JsonObject): MissingName[] {
  const found: MissingName[] = [];
  if (!isArray(required)) return found;
  for (let index = 0; index < required.length; index++) {
    const name = required[index];
    if (typeof name === "string" && !Object.hasOwn(properties, name))
      found.push({ in: "required", name, spot: atValue("required", index) });
  }
  return found;
}

function missingDiscriminator(discriminator: Json | undefined, properties: JsonObject): MissingName[] {
  const name = typeof discriminator === "string" ? discriminator : member(discriminator, "propertyName");
  if (typeof name !== "string" || Object.hasOwn(properties, name)) return [];
  const spot = typeof discriminator === "string" ? atValue("discriminator") : atValue("discriminator", "propertyName");
  return [{ in: "discriminator", name, spot }];
}

/** Reports the names that no schema describes. Those of one list that are not misspelt are one finding: the list belongs to another object. */
function reportNames(names: readonly SuggestedName[], location: TreeLocation & Pick<Visit, "session">): void {
  const { session } = location;
  const extending = schemasExtending(location, session);
  const others: MissingName[] = [];
  for (const missing of names) {
    const { name, spot, near } = missing;
    if (extending.length > 0 && extending.every((schemas) => schemas?.some((schema) => describes(schema, name)) !== false)) continue;
    if (missing.in === "discriminator")
      reportFinding(location, { code: unknownDiscriminator, params: { name, where: '"properties"', near }, spot });
    else if (near === undefined) others.push(missing);
    else reportFinding(location, { code: undefinedRequiredProperty, params: { names: [name], near }, spot });
  }
  const [first] = others;
  if (first === undefined) return;
  const params = { names: others.map(({ name }) => name), near: undefined };
  reportFinding(location, { code: undefinedRequiredProperty, params, spot: first.spot });
}

/** For each reference to a schema from its own file, the schemas around it; `undefined` in place of those that are not known. */
function schemasExtending({ tree, path }: TreeLocation, session: ValidationSession): ReturnType<typeof schemasAround>[] {
  const referring =
    referencesIn(session)
      .get(tree)
      ?.get(`#${pointerOf(path)}`) ?? [];
  return referring.map((place) => schemasAround(place, session));
}

const references = new WeakMap<ValidationSession, ReadonlyMap<Tree, ReadonlyMap<string, readonly TreeLocation[]>>>();

/** The references of a document by their file and URI, put in order when they are first needed. */
function referencesIn(session: ValidationSession): ReadonlyMap<Tree, ReadonlyMap<string, readonly TreeLocation[]>> {
  const known = references.get(session);
  if (known !== undefined) return known;
  const byTree = new Map<Tree, Map<string, TreeLocation[]>>();
  for (const { tree, path, to } of session.references) {
    if (typeof to !== "string") continue;
    const byUri = byTree.get(tree) ?? new Map<string, TreeLocation[]>();
    byTree.set(tree, byUri);
    const places = byUri.get(to) ?? [];
    byUri.set(to, places);
    places.push({ tree, path });
  }
  references.set(session, byTree);
  return byTree;
}
