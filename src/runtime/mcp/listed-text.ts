import { isRecord, type UnknownRecord } from "../json.ts";

/** What a server says of a tool, as a text that is equal for equal content, whatever the order of its members. */
export function listedText(tool: UnknownRecord): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  return ordered([name, title, description, inputSchema, outputSchema, annotations]);
}

function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${ordered(value[name])}`).join()}}`;
}
