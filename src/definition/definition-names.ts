import { kindOfMember, otherTools } from "../kinds.ts";
import { sanitizeName } from "../source/text/sanitize-name.ts";
import type { Tree } from "../source/tree.ts";
import { field, type Node, stringValue } from "./node.ts";

/**
 * The name of a resource, whether the resource compiles or not. The resource is identified by the tree of its file, since two apps may use
 * the same name.
 */
export interface ResourceName {
  readonly resource: "toolset" | "tool";
  readonly name: string;
  readonly tree: Tree;
}

/**
 * The members whose field `name` is the name of a tool that has no display name. `mcpTool` is excluded, because its `name` is a tool name
 * on the MCP server.
 */
const ownNames = [...kindOfMember.tool.keys(), ...otherTools.filter((member) => member !== "mcpTool")];

/** The field that contains the name of a resource; `undefined` if the resource is named only by its folder or file. */
export function nameField(node: Node): Node | undefined {
  const candidates = [field(node, "displayName"), ...ownNames.map((member) => field(field(node, member), "name"))];
  return candidates.find((candidate) => stringValue(candidate) !== undefined && stringValue(candidate) !== "");
}

/** The names of a tool other than its display name. */
export function toolNames(node: Node): readonly string[] {
  return ownNames.flatMap((member) => stringValue(field(field(node, member), "name")) ?? []);
}

/** All names of a resource. Messages use the first name. */
export function resourceNames(node: Node, fallbackName: string): readonly string[] {
  const named = stringValue(nameField(node));
  return [...new Set(named === undefined ? [fallbackName] : [named, fallbackName])];
}

/** Whether `requested` is the name of a resource (`shop`), or may be the name of one of its tools (`shop.order`, `shop_order`). */
export function isNameOf(requested: string, name: string): boolean {
  return isPlainNameOf(requested, name) || requested.startsWith(`${sanitizeName(name)}_`);
}

/**
 * Whether `requested` is the name of a resource (`shop`), or the name of one of its tools after a dot (`shop.order`). With `_` instead of
 * the dot, the name would be ambiguous.
 */
export function isPlainNameOf(requested: string, name: string): boolean {
  return requested === name || requested.startsWith(`${name}.`) || requested.startsWith(`${sanitizeName(name)}.`);
}
