import { isRecord, ownMember, type UnknownRecord } from "../json.ts";
import type { SchemaNodes } from "./evaluation.ts";

/** The maximum length of a chain of references. */
const maxReferences = 20;

/** The maximum nesting of `allOf`, `anyOf`, `oneOf` and `$ref` in which the members of an object are looked for. */
const maxDepth = 6;

export function schemaNodes(common: Omit<SchemaNodes, "resolve" | "members">): SchemaNodes {
  const { resolve: target } = common.begin();
  /** What the reference of a node refers to; `undefined` if the node has none. */
  function targetOf(node: UnknownRecord): unknown {
    const reference = ownMember(node, "$ref");
    return typeof reference === "string" ? target(node, reference) : undefined;
  }

  function resolve(node: unknown, left = maxReferences): UnknownRecord | undefined {
    if (!isRecord(node)) return undefined;
    const target = left > 0 ? targetOf(node) : undefined;
    return target === undefined ? node : resolve(target, left - 1);
  }

  function members(node: unknown): Map<string, unknown> {
    const found = new Map<string, unknown>();
    const collect = (part: unknown, depth: number): void => {
      if (!isRecord(part) || depth > maxDepth) return;
      const { properties, allOf, anyOf, oneOf } = part;
      if (isRecord(properties)) for (const [name, member] of Object.entries(properties)) if (!found.has(name)) found.set(name, member);
      for (const each of [allOf, anyOf, oneOf, targetOf(part)].flat()) collect(each, depth + 1);
    };
    collect(node, 0);
    return found;
  }

  return { resolve: (node) => resolve(node), members, ...common };
}
