import { kindOfMember, otherTools } from "../kinds.ts";
import { sanitizeName } from "../source/sanitize-name.ts";
import { field, type Node, stringValue } from "./node.ts";

/** What is called something, whether it can be used or not. */
export interface ResourceName {
  readonly resource: "toolset" | "tool";
  readonly name: string;
}

/** The members that a tool's display name is derived from, where it has none of its own. What an mcpTool is called is its server's word. */
const ownNames = [...kindOfMember.tool.keys(), ...otherTools.filter((member) => member !== "mcpTool")];

/** Where a resource says what it is called; `undefined` where only its folder or file does. */
export function nameField(node: Node): Node | undefined {
  const candidates = [field(node, "displayName"), ...ownNames.map((member) => field(field(node, member), "name"))];
  return candidates.find((candidate) => stringValue(candidate) !== undefined && stringValue(candidate) !== "");
}

/** The names that a tool itself has beside its display name. */
export function toolNames(node: Node): readonly string[] {
  return ownNames.flatMap((member) => stringValue(field(field(node, member), "name")) ?? []);
}

/** Every name that a resource answers to, the one that it is called by first. */
export function resourceNames(node: Node, fallbackName: string): readonly string[] {
  const named = stringValue(nameField(node));
  return [...new Set(named === undefined ? [fallbackName] : [named, fallbackName])];
}

/** Whether a tool is asked for by the name of its toolset or its own: alone, or as the prefix of either form. */
export function isNameOf(wanted: string, name: string): boolean {
  return isPlainNameOf(wanted, name) || wanted.startsWith(`${sanitizeName(name)}_`);
}

/** The same where it cannot be the name of another: with a dot behind the toolset. */
export function isPlainNameOf(wanted: string, name: string): boolean {
  return wanted === name || wanted.startsWith(`${name}.`) || wanted.startsWith(`${sanitizeName(name)}.`);
}
