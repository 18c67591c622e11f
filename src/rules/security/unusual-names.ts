import { originOf } from "../../schema/origin-of.ts";
import { isObject, member } from "../../source/json/json.ts";
import { originOfKey, type Place } from "../../source/tree.ts";
import type { VisitedSchema } from "../rule.ts";

/**
 * The names of the properties of an object schema, and their places. Empty if all names consist of visible ASCII characters, which hide
 * nothing.
 */
export function unusualNames({ schema, root, path }: VisitedSchema): readonly { readonly name: string; readonly place: Place }[] {
  const properties = member(schema, "properties");
  const names = isObject(properties) ? Object.keys(properties) : [];
  if (names.every((name) => visibleAscii.test(name))) return [];
  return names.map((name) => {
    const { tree, path: written } = originOf(root, [...path, "properties", name]);
    // The place is the property's key. The schema of an OpenAPI parameter has no such key, so the place is the schema.
    return { name, place: written.at(-1) === name ? originOfKey(tree, written) : originOf(root, [...path, "properties", name]) };
  });
}

const visibleAscii = /^[ -~]*$/;
