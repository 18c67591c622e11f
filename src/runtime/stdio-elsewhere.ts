import { createMcp, type McpCaller } from "./mcp.ts";

export type { McpCaller } from "./mcp.ts";

/** Stands for "toolsetc/runtime/stdio" where there is no Node: the call is refused where the server is a program, unless the caller gives a client. */
export const stdio: McpCaller = /* @__PURE__ */ createMcp();

export function createStdio(): McpCaller {
  return createMcp();
}
