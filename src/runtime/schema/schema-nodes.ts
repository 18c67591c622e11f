import { isRecord, ownMember, type UnknownRecord } from "../json.ts";
import type { SchemaNodes } from "./evaluation.ts";
import { segmentsOf } from "./location.ts";
import type { Resolve } from "./references.ts";
import type { JsonSchema } from "./schema.ts";

/** The maximum length of a chain of references. */
const maxReferences = 20;

/** The maximum nesting of `allOf`, `anyOf`, `oneOf` and `$ref` in which the members of an object are looked for. */
const maxDepth = 6;

export function schemaNodes(schema: JsonSchema, target: Resolve, common: Pick<SchemaNodes, "keyword" | "library">): SchemaNodes {
  function resolve(node: unknown): UnknownRecord | undefined {
    let each = node;
    for (let count = 0; isRecord(each) && count < maxReferences; count++) {
      const reference = ownMember(each, "$ref");
      if (typeof reference !== "string") break;
      each = target(each, reference);
    }
    return isRecord(each) ? each : undefined;
  }

  function at(location: string): unknown {
    let node: unknown = schema;
    for (const segment of segmentsOf(location)) {
      const member = ownMember(node, segment);
      const isReference = segment === "$ref" || segment === "$dynamicRef";
      node = isReference && isRecord(node) && typeof member === "string" ? target(node, member) : member;
    }
    return node;
  }

  function members(node: unknown): Map<string, unknown> {
    const found = new Map<string, unknown>();
    const collect = (part: unknown, depth: number): void => {
      if (!isRecord(part) || depth > maxDepth) return;
      const { properties, allOf, anyOf, oneOf } = part;
      if (isRecord(properties)) for (const [name, member] of Object.entries(properties)) if (!found.has(name)) found.set(name, member);
      for (const list of [allOf, anyOf, oneOf]) if (Array.isArray(list)) for (const each of list) collect(each, depth + 1);
      const reference = ownMember(part, "$ref");
      if (typeof reference === "string") collect(target(part, reference), depth + 1);
    };
    collect(node, 0);
    return found;
  }

  return { at, resolve, members, ...common };
}
