import type { Binding } from "../binding.ts";
import { isBoundToRequest } from "../bound-to-request.ts";
import type { Call, Transport } from "../call.ts";
import { wrongTransport } from "../transport/wrong-transport.ts";
import { callTool } from "./call-tool.ts";
import type { McpClient, McpTransport } from "./peer.ts";
import { createSessions } from "./sessions.ts";

export type { McpClient, McpTransport } from "./peer.ts";

/** A transport of MCP toolsets, and an end to the sessions that it holds. */
export interface McpCaller extends Transport {
  /** Ends all sessions. A later call opens a new one. */
  close(): Promise<void>;
}

/**
 * The transport of MCP toolsets. Its sessions are shared by all calls of one toolset that go to one address with the same headers; where
 * nothing may outlive a request, as in Cloudflare Workers, each call has a session of its own.
 */
export const mcp: McpCaller = /* @__PURE__ */ createMcp();

/** Another such transport, with sessions of its own. */
export function createMcp(): McpCaller {
  const sessions = createSessions();
  const transport = async (call: Call<Binding>): Promise<unknown> => {
    const { binding } = call;
    if (binding.transport !== "mcp") throw wrongTransport(call, "mcp");
    // A client that the caller gives is the caller's to share.
    if (call.context.mcp !== undefined || !isBoundToRequest()) return callTool({ ...call, binding }, sessions);
    const own = createSessions();
    try {
      return await callTool({ ...call, binding }, own);
    } finally {
      await own.close();
    }
  };
  return Object.assign(transport, { close: () => sessions.close() });
}

/** The transport of MCP toolsets through a client that is connected already, or over a transport of MCP's SDK that is not started yet. */
export function mcpVia(peer: McpClient | McpTransport): McpCaller {
  const own = createMcp();
  const transport = (call: Call<Binding>) => own({ ...call, context: { ...call.context, mcp: peer } });
  return Object.assign(transport, { close: () => own.close() });
}
