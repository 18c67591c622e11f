import type { Tool } from "./tool.ts";

/** Whether the definition's `executionType` is `ASYNCHRONOUS`, so that a conversation may continue while the tool runs. Its timeout is then 60 seconds instead of 30. */
export function isAsynchronous({ toolset }: Tool): boolean {
  return toolset.connection.definition["executionType"] === "ASYNCHRONOUS";
}
