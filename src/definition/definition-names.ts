import { kindOfMember, otherTools } from "../kinds.ts";
import { sanitizeName } from "../source/sanitize-name.ts";
import { field, type Node, stringValue } from "./node.ts";

/** The name of a resource, whether it compiles or not. */
export interface ResourceName {
  readonly resource: "toolset" | "tool";
  readonly name: string;
}

/** The members whose `name` is the tool's name if it has no display name. The name of an mcpTool is the server's, and not included. */
const ownNames = [...kindOfMember.tool.keys(), ...otherTools.filter((member) => member !== "mcpTool")];

/** The field with the name of a resource; `undefined` where only its folder or file has a name. */
export function nameField(node: Node): Node | undefined {
  const candidates = [field(node, "displayName"), ...ownNames.map((member) => field(field(node, member), "name"))];
  return candidates.find((candidate) => stringValue(candidate) !== undefined && stringValue(candidate) !== "");
}

/** The names in the members of a tool, besides its display name. */
export function toolNames(node: Node): readonly string[] {
  return ownNames.flatMap((member) => stringValue(field(field(node, member), "name")) ?? []);
}

/** Every name of a resource. The first is used in messages. */
export function resourceNames(node: Node, fallbackName: string): readonly string[] {
  const named = stringValue(nameField(node));
  return [...new Set(named === undefined ? [fallbackName] : [named, fallbackName])];
}

/** Whether a requested tool belongs to the resource of this name: the name itself, or a tool name with it as a prefix. */
export function isNameOf(requested: string, name: string): boolean {
  return isPlainNameOf(requested, name) || requested.startsWith(`${sanitizeName(name)}_`);
}

/** The same for unambiguous requests only: the name itself, or the name and a dot as a prefix. */
export function isPlainNameOf(requested: string, name: string): boolean {
  return requested === name || requested.startsWith(`${name}.`) || requested.startsWith(`${sanitizeName(name)}.`);
}
