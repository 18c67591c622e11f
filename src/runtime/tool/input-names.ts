import { isRecord } from "../json.ts";
import type { Tool } from "./tool.ts";

/** The names of a tool's parameters. */
export function inputNames({ inputSchema }: Pick<Tool, "inputSchema">): string[] {
  const { properties } = inputSchema["~standard"].jsonSchema.input({ target: "draft-2020-12" });
  return isRecord(properties) ? Object.keys(properties) : [];
}
