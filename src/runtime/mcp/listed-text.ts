import { canonicalJson, type UnknownRecord } from "../json.ts";

/** The canonical JSON of a tool in a server's tool list, without members that do not affect calls. */
export function listedText(tool: UnknownRecord): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return canonicalJson([name, title, description, inputSchema, outputSchema, annotations]);
}
