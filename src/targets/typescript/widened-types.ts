import { type Diagnostic, diagnostic } from "../../diagnostic/diagnostic.ts";
import type { Schema, Toolset } from "../../ir/ir.ts";
import { originOf } from "../../schema/origin-of.ts";
import { isArray, isObject, type Json, type JsonObject } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";
import { typeWiderThanSchema } from "./codes.ts";

/**
 * Creates a collector of keywords that the types of a toolset cannot express. The collector reports each keyword once, at its first
 * location.
 */
export function widenedTypes(toolset: Toolset) {
  const schemas = new Map<string, Set<JsonObject>>();
  return {
    add(keyword: string, schema: JsonObject): void {
      const found = schemas.get(keyword) ?? new Set();
      schemas.set(keyword, found);
      found.add(schema);
    },
    diagnostics(): Diagnostic[] {
      return [...schemas].flatMap(([keyword, found]) => {
        const [first] = found;
        const place = first && findPlace(first, toolset);
        if (place === undefined) return [];
        const origin = originOf(place.root, [...place.path, keyword]);
        return diagnostic(typeWiderThanSchema, { keyword, toolset: toolset.name, count: found.size }, origin, { toolset: toolset.name });
      });
    },
  };
}

/** The root schema in which `searched` occurs, and the path of `searched` in the root schema. */
function findPlace(searched: JsonObject, { schemas, tools }: Toolset): { root: Schema; path: Path } | undefined {
  for (const root of [...tools.flatMap(({ input, output }) => [input, output]), ...schemas.values()]) {
    const path = pathTo(searched, root.documented);
    if (path !== undefined) return { root, path };
  }
  return undefined;
}

/**
 * The path of the object `searched` in `value`, compared by identity; `undefined` if `value` does not contain it. The recursion is safe,
 * since parsers limit the depth of documents.
 */
function pathTo(searched: JsonObject, value: Json): Path | undefined {
  if (value === searched) return [];
  if (!isObject(value) && !isArray(value)) return undefined;
  for (const [step, each] of isArray(value) ? value.entries() : Object.entries(value)) {
    const path = pathTo(searched, each);
    if (path !== undefined) return [step, ...path];
  }
  return undefined;
}
