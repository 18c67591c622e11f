import type { Document, Node, ParsedNode, Scalar } from "yaml";
import type { Range } from "../source.ts";
import { yamlLibrary } from "./yaml-library.ts";

const core = "tag:yaml.org,2002:";

/** The tags of the core schema. For a scalar, the value is the result of `typeof` for the scalar's value. */
export const coreTags = new Map(
  Object.entries({ map: "map", seq: "seq", str: "string", null: "object", bool: "boolean", int: "number", float: "number" }).map(
    ([name, type]) => [core + name, type],
  ),
);

/** Whether a value has the type of its tag. If the types differ, `yaml` only warns. */
export function isOfTag(node: Node, tag: string): boolean {
  const { isMap, isScalar, isSeq } = yamlLibrary();
  return coreTags.get(tag) === (isMap(node) ? "map" : isSeq(node) ? "seq" : isScalar(node) ? typeof valueOf(node) : undefined);
}

/** The value of a scalar. `!!float 1` is converted here, since `yaml` returns a string for it. */
export function valueOf({ tag, value }: Scalar): unknown {
  return tag === `${core}float` && typeof value === "string" && /^[-+]?\d+$/.test(value) ? Number(value) : value;
}

/** The name of a key, which is the same for the number `200` and the string "200". `undefined` if the key is a collection. */
export function keyOf(key: unknown): string | undefined {
  if (key === null) return "null";
  if (!yamlLibrary().isScalar(key)) return undefined;
  // For a numeric key, the spelling in the text is used, so that `1.10` is not changed to `1.1`.
  return typeof key.value === "number" && key.source !== undefined ? key.source : String(key.value);
}

/** The range of a node without trailing white space. */
export function rangeOf(node: unknown): Range {
  const [start, end] = (node as ParsedNode | null)?.range ?? [0, 0]; // The cast is safe: nodes of a parsed text have ranges.
  return { start, end };
}

/**
 * The target of each alias: the last node with its anchor before the alias. One walk finds all targets; `alias.resolve` would need a walk
 * for each alias.
 */
export function aliasTargets(document: Document): Map<Node, Node> {
  const { isAlias, visit } = yamlLibrary();
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node>();
  visit(document, {
    Node(_key, node) {
      if (!isAlias(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
      const target = isAlias(node) ? anchors.get(node.source) : undefined;
      if (target !== undefined) targets.set(node, target);
    },
  });
  return targets;
}
