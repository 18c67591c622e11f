import type { Schema } from "@cfworker/json-schema";
import { isRecord, ownMember, type UnknownRecord } from "../json.ts";

/** Access to the nodes of a schema that was dereferenced by the validator. */
export interface SchemaNodes {
  /** The value at a keyword location such as `#/properties/a/$ref/minimum`, which may pass through references. */
  readonly at: (location: string) => unknown;
  /** The schema that `node` refers to, or `node` itself if it has no reference. */
  readonly resolve: (node: unknown) => UnknownRecord | undefined;
  /** The schemas of the members that `node` names, including those that are named in its `allOf` and its alternatives. */
  readonly members: (node: unknown) => ReadonlyMap<string, unknown>;
}

/** The maximum length of a chain of references. */
const maxReferences = 20;

/** The maximum nesting of `allOf`, `anyOf`, `oneOf` and `$ref` in which the members of an object are looked for. */
const maxDepth = 6;

export function schemaNodes(schema: Schema, lookup: { readonly [uri: string]: unknown }): SchemaNodes {
  // Beside each `$ref`, the validator stores the absolute URI of the target, by which `lookup` has the target.
  const target = (node: UnknownRecord): unknown => lookup[String(node["__absolute_ref__"])];

  function resolve(node: unknown): UnknownRecord | undefined {
    let each = node;
    for (let count = 0; isRecord(each) && typeof ownMember(each, "$ref") === "string" && count < maxReferences; count++)
      each = target(each);
    return isRecord(each) ? each : undefined;
  }

  function at(location: string): unknown {
    let node: unknown = schema;
    for (const segment of segmentsOf(location)) {
      const member = ownMember(node, segment);
      node = segment === "$ref" && isRecord(node) && typeof member === "string" ? target(node) : member;
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
      if (typeof ownMember(part, "$ref") === "string") collect(target(part), depth + 1);
    };
    collect(node, 0);
    return found;
  }

  return { at, resolve, members };
}

/** The decoded segments of a location that the validator reports, such as `#/properties/a`. */
export function segmentsOf(location: string): string[] {
  return location
    .split("/")
    .slice(1)
    .map((segment) => decodeURIComponent(segment).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The location without its last `count` segments. */
export function locationAbove(location: string, count = 1): string {
  return location.split("/").slice(0, -count).join("/");
}
