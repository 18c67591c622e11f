import { isArray, type Json, type JsonObject, member } from "../../source/json/json.ts";
import type { Path } from "../../source/tree.ts";
import type { ConvertedSchema } from "../convert/converted.ts";
import { annotations } from "../keywords.ts";

/** A schema that applies to a value, with its path in a converted schema. */
export interface SchemaPart {
  readonly root: ConvertedSchema;
  readonly path: Path;
  readonly node: Json;
}

export interface ObjectPart extends SchemaPart {
  readonly node: JsonObject;
}

export function wholeOf(schema: ConvertedSchema): SchemaPart {
  return { root: schema, path: [], node: schema.json };
}

/** The schema that a conjunct has for a member; empty if the conjunct does not constrain the member. */
export function memberIn({ root, path, node }: ObjectPart, name: string): readonly SchemaPart[] {
  const own = member(node.properties, name);
  if (own !== undefined) return [{ root, path: [...path, "properties", name], node: own }];
  if (node.additionalProperties === undefined || node.patternProperties !== undefined) return [];
  return [{ root, path: [...path, "additionalProperties"], node: node.additionalProperties }];
}

/** Whether a schema is only a reference. Its target is checked separately. */
export function isOnlyReference(node: JsonObject): boolean {
  for (const keyword in node) if (keyword !== "$ref" && !annotations.has(keyword)) return false;
  return node.$ref !== undefined;
}

/** The alternatives of one schema. */
export interface AlternativeList {
  readonly part: ObjectPart;
  readonly keyword: "anyOf" | "oneOf";
  readonly list: readonly Json[];
}

/** The lists of alternatives of some schemas, without those from which an alternative was already chosen. */
export function* alternativeListsIn(conjuncts: readonly ObjectPart[], decided: ReadonlySet<Json>): Iterable<AlternativeList> {
  for (const part of conjuncts) {
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const list = part.node[keyword];
      if (isArray(list) && list.length > 0 && !decided.has(list)) yield { part, keyword, list };
    }
  }
}
