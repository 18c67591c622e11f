import { field, type Node, text } from "./node.ts";

/** What is called something, whether it can be used or not. */
export interface Named {
  readonly resource: "toolset" | "tool";
  readonly name: string;
}

/** The fields that a tool's display name is derived from, where it has none of its own. */
const ownNames = [
  "clientFunction",
  "openApiTool",
  "connectorTool",
  "pythonFunction",
  "dataStoreTool",
  "googleSearchTool",
  "fileSearchTool",
  "systemTool",
  "agentTool",
  "widgetTool",
  "remoteAgentTool",
];

/** Where a resource says what it is called; `undefined` where only its folder or file does. */
export function nameField(node: Node): Node | undefined {
  const candidates = [field(node, "displayName"), ...ownNames.map((member) => field(field(node, member), "name"))];
  return candidates.find((candidate) => text(candidate) !== undefined && text(candidate) !== "");
}

/** Every name that a resource answers to, the one that it is called by first. */
export function namesOf(node: Node, fallbackName: string): readonly string[] {
  const named = text(nameField(node));
  return [...new Set(named === undefined ? [fallbackName] : [named, fallbackName])];
}
