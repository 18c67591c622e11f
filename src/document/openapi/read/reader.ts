import { isObject, type Json, type JsonObject, member } from "../../../source/json/json.ts";
import type { InvalidPathIndex } from "../check/invalid-paths.ts";
import type { ValidationSession } from "../check/shapes/shape.ts";
import type { Located, OpenApiVersion, Parameter } from "./operation.ts";
import { followReference } from "./references.ts";

/** The context in which a checked document is read: the session of the check, and the paths of the invalid values that the check found. */
export interface DocumentReader {
  readonly session: ValidationSession;
  readonly version: OpenApiVersion;
  readonly document: JsonObject;
  readonly invalidPaths: InvalidPathIndex;
  /** A cache of the results of following references in the document, since many operations have the same references. */
  readonly followed: Map<string, FollowedReference>;
  /** A cache of the parameters that were read, by their Parameter Objects. */
  readonly parameters: Map<Json, Parameter>;
}

/**
 * The object at the end of a chain of references, and the location of every value in the chain. The target is `undefined` if the chain does
 * not lead to an object.
 */
export interface FollowedReference {
  readonly target: Located | undefined;
  readonly places: readonly Located<Json>[];
}

/** Follows references until a value has no `$ref`. If `start` has no `$ref`, the target is `start` itself. */
export function follow(start: Located<Json>, reader: DocumentReader): FollowedReference {
  const uri = member(start.value, "$ref");
  if (typeof uri !== "string") return { target: isLocatedObject(start) ? start : undefined, places: [start] };
  const isShared = start.tree === reader.session.root && uri.startsWith("#/");
  const known = isShared ? reader.followed.get(uri) : undefined;
  if (known !== undefined) return { target: known.target, places: [start, ...known.places] };
  const found = followFrom(start, reader);
  if (isShared) reader.followed.set(uri, { target: found.target, places: found.places.slice(1) });
  return found;
}

function followFrom(start: Located<Json>, { session }: DocumentReader): FollowedReference {
  const places: Located<Json>[] = [];
  const seen = new Set<Json>();
  let place: Located<Json> | undefined = start;
  while (place !== undefined && !seen.has(place.value)) {
    seen.add(place.value);
    places.push(place);
    if (typeof member(place.value, "$ref") !== "string") return { target: isLocatedObject(place) ? place : undefined, places };
    place = followReference(place, session.find);
  }
  return { target: undefined, places };
}

function isLocatedObject(place: Located<Json>): place is Located {
  return isObject(place.value);
}

/** A member of an object, with its location. */
export function at(place: Located<Json>, name: string): Located<Json> | undefined {
  const value = member(place.value, name);
  return value === undefined ? undefined : inside(place, name, value);
}

/** A member or an item, with its authored location: a repair may have inserted the value from another place. */
function inside({ tree, path, value: parent }: Located<Json>, step: string | number, value: Json): Located<Json> {
  const home = tree.repaired?.grafts.get(parent)?.get(String(step));
  return home === undefined ? { tree, path: [...path, step], value } : { ...home, value };
}

/** The members of an object, with their locations. */
export function entriesOf(place: Located<Json> | undefined): (readonly [string, Located<Json>])[] {
  if (place === undefined || !isObject(place.value)) return [];
  return Object.entries(place.value).map(([name, value]) => [name, inside(place, name, value)]);
}

/** The items of an array, with their locations. */
export function itemsOf(place: Located<Json> | undefined): Located<Json>[] {
  if (place === undefined || !Array.isArray(place.value)) return [];
  return place.value.map((value, index) => inside(place, index, value));
}

export function stringOrEmpty(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
