import type { JsonSchema } from "../../schema/schema.ts";
import { isSchema, referredName, schemasByName, schemasIn } from "../schema.ts";
import { containedBy } from "./schema-graph.ts";

/** The keywords whose schemas describe members of an object. */
const ofMembers: ReadonlySet<string> = new Set(["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"]);

/** Below these keywords, a schema that accepts more values can make the whole schema accept fewer. */
const ofConditions: ReadonlySet<string> = new Set(["not", "if", "contains"]);

/**
 * The level of the schemas in a keyword of a schema at `level`. A level is the number of objects that contain a schema; it is negative
 * below `not`, `if` and `contains`.
 */
export function levelBelow(keyword: string, level: number): number {
  if (ofConditions.has(keyword)) return Number.NEGATIVE_INFINITY;
  return ofMembers.has(keyword) ? level + 1 : level;
}

/** The lowest level at which each shared schema is reached. The schemas in a subschema for which `isEnd` is true are not visited. */
export function levelsIn(
  root: JsonSchema,
  definitions: ReadonlyMap<string, JsonSchema>,
  isEnd: (part: JsonSchema, level: number) => boolean,
): ReadonlyMap<string, number> {
  const levels = new Map<string, number>();
  const open: [part: JsonSchema, level: number][] = [[root, 0]];
  // `open` grows while it is iterated, until all schemas are visited.
  for (const [part, level] of open) {
    if (typeof part === "boolean" || isEnd(part, level)) continue;
    const name = referredName(part["$ref"]);
    if (name !== undefined && level < (levels.get(name) ?? Number.POSITIVE_INFINITY)) {
      levels.set(name, level);
      open.push([definitions.get(name) ?? true, level]);
    }
    for (const [keyword, value] of Object.entries(part))
      for (const each of schemasOf(keyword, value)) open.push([each, levelBelow(keyword, level)]);
  }
  return levels;
}

function schemasOf(keyword: string, value: unknown): readonly JsonSchema[] {
  switch (containedBy.get(keyword)) {
    case "one":
      return isSchema(value) ? [value] : [];
    case "array":
      return schemasIn(value);
    case "map":
      return schemasByName(value).map(([, schema]) => schema);
    case undefined:
      return [];
  }
}
