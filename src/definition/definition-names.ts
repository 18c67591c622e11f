import { field, type Node, text } from "./node.ts";

/** Every name that a resource answers to, the one that it is called by first. */
export function namesOf(node: Node, { fallbackName }: { readonly fallbackName: string }): readonly [string, ...string[]] {
  const displayName = text(field(node, "displayName"));
  const own = ["clientFunction", "openApiTool", "connectorTool"].flatMap((member) => text(field(field(node, member), "name")) ?? []);
  const [first, ...others] = [displayName, ...own, fallbackName].filter((name) => name !== undefined && name !== "");
  if (first === undefined) return [fallbackName];
  return [first, ...new Set(others.filter((name) => name !== first && name !== undefined))] as [string, ...string[]]; // `filter` has taken out every `undefined`.
}
