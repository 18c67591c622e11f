import { originOf } from "../../schema/origin-of.ts";
import { isObject, member } from "../../source/json.ts";
import { originOfKey, type Place } from "../../source/tree.ts";
import type { VisitedSchema } from "../rule.ts";

/** The properties of an object schema, with the place of each name. */
export function* propertyNames({ schema, root, path }: VisitedSchema): Iterable<{ readonly name: string; readonly place: Place }> {
  const properties = member(schema, "properties");
  for (const name of isObject(properties) ? Object.keys(properties) : []) {
    const { tree, path: written } = originOf(root, [...path, "properties", name]);
    // A parameter's schema is not below a key of its name.
    yield { name, place: written.at(-1) === name ? originOfKey(tree, written) : originOf(root, [...path, "properties", name]) };
  }
}
