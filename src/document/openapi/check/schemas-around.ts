import { isArray, isObject, type JsonObject } from "../../../source/json/json.ts";
import { type TreeLocation, valueAt } from "../../../source/tree.ts";
import { followSchemaReference } from "../read/references.ts";
import type { ValidationSession } from "./shapes/shape.ts";

/**
 * The limits of the search, in schemas: for each schema with an undescribed name, and for all schemas of a document. Few documents have an
 * object of more than twenty schemas.
 */
const maxSchemas = 200;
export const maxSearches = 50_000;

interface Waiting extends TreeLocation {
  /** The list of alternatives from which the search comes. The other alternatives in the list apply to other values. */
  readonly cameFrom: string | undefined;
}

/**
 * The other schemas that may describe the same object as the schema at `place`: the schemas that have it in their `allOf`, `anyOf` or
 * `oneOf`, and the parts and alternatives of those, also behind references. The result is `undefined` if this is not known, since such a
 * schema describes names by a pattern or has an unresolved reference, or since there are too many schemas.
 */
export function schemasAround(place: TreeLocation, session: ValidationSession): readonly JsonObject[] | undefined {
  return schemasFrom(outerSchemas(place), session);
}

/** The schemas around the schema at `place`, as above, that schema, and its own parts and alternatives. */
export function schemasAt(place: TreeLocation, session: ValidationSession): readonly JsonObject[] | undefined {
  return schemasFrom([{ tree: place.tree, path: [...place.path], cameFrom: undefined }, ...outerSchemas(place)], session);
}

function schemasFrom(waiting: Waiting[], { find, searches }: ValidationSession): readonly JsonObject[] | undefined {
  const seen = new Set<JsonObject>();
  for (let index = 0; index < waiting.length; index++) {
    const next = waiting[index];
    const schema = next === undefined ? undefined : valueAt(next.tree, next.path);
    if (next === undefined || !isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    if (searches.left === 0 || describesByOther(schema)) return undefined;
    searches.left -= 1;
    for (const keyword of composing) {
      const list = schema[keyword];
      if (!isArray(list) || keyword === next.cameFrom) continue;
      if (waiting.length + list.length > maxSchemas) return undefined;
      for (let item = 0; item < list.length; item++)
        waiting.push({ tree: next.tree, path: [...next.path, keyword, item], cameFrom: undefined });
    }
    if (schema.$ref === undefined && schema.$dynamicRef === undefined) continue;
    const target = followSchemaReference(next, find);
    if (target === undefined || waiting.length >= maxSchemas) return undefined;
    waiting.push({ tree: target.tree, path: target.path, cameFrom: undefined });
  }
  return [...seen];
}

const composing: readonly string[] = ["allOf", "anyOf", "oneOf"];

/** The schemas that have the schema at `place` in a list of schemas that apply to the same value, from the inside out. */
function outerSchemas({ tree, path }: TreeLocation): Waiting[] {
  const outer: Waiting[] = [];
  for (let length = path.length - 2; length >= 0; length -= 2) {
    const keyword = path[length];
    // A property may have the name of a keyword, but only the item of a list has a number.
    if (typeof keyword !== "string" || typeof path[length + 1] !== "number" || !composing.includes(keyword)) break;
    outer.push({ tree, path: path.slice(0, length), cameFrom: keyword === "allOf" ? undefined : keyword });
  }
  return outer;
}

/** Whether a schema may describe properties other than in `properties` and in the lists of schemas. */
function describesByOther(schema: JsonObject): boolean {
  return (
    schema.patternProperties !== undefined ||
    schema.if !== undefined ||
    (schema.additionalProperties !== undefined && schema.additionalProperties !== false)
  );
}
