import { originOf } from "../../schema/origin-of.ts";
import { isObject, member } from "../../source/json.ts";
import { originOfKey, type Place } from "../../source/tree.ts";
import type { VisitedSchema } from "../rule.ts";

/** The names of the properties of an object schema, and their places. */
export function* propertyNames({ schema, root, path }: VisitedSchema): Iterable<{ readonly name: string; readonly place: Place }> {
  const properties = member(schema, "properties");
  for (const name of isObject(properties) ? Object.keys(properties) : []) {
    const { tree, path: written } = originOf(root, [...path, "properties", name]);
    // The schema of an OpenAPI parameter is not under a key with the name of the parameter.
    yield { name, place: written.at(-1) === name ? originOfKey(tree, written) : originOf(root, [...path, "properties", name]) };
  }
}
