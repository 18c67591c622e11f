import type { Binding } from "./binding.ts";
import type { Call } from "./call.ts";
import { ToolError } from "./tool-error.ts";

/** The transport of MCP toolsets. */
export async function mcp({ tool }: Call<Binding>): Promise<unknown> {
  throw new ToolError("unsupported-transport", `Tool "${tool}" belongs to an MCP server. Call it there with an MCP client.`, {
    tool,
    sent: false,
  });
}
