import type { Tool } from "./tool.ts";

/** Whether a conversation may go on while the tool is at work, as its definition says with `executionType`; then it has a minute, not half of one. */
export function isAsynchronous({ toolset }: Tool): boolean {
  return toolset.connection.definition["executionType"] === "ASYNCHRONOUS";
}
