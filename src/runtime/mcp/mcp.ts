import type { Binding } from "../binding.ts";
import { isBoundToRequest } from "../bound-to-request.ts";
import type { Call, Transport } from "../call.ts";
import { wrongTransport } from "../transport/wrong-transport.ts";
import { callTool } from "./call-tool.ts";
import type { McpClient, McpTransport } from "./peer.ts";
import { createMcpSessions } from "./sessions.ts";

export type { McpClient, McpTransport } from "./peer.ts";

/** A transport of MCP toolsets, with a function that closes its sessions. */
export interface McpCaller extends Transport {
  /** Closes all sessions. A later call opens a new one. */
  close(): Promise<void>;
}

/**
 * The transport of MCP toolsets. All calls of one toolset to one address with the same headers share a session. In runtimes such as
 * Cloudflare Workers, where connections end with the incoming request, each call has its own session.
 */
export const mcp: McpCaller = /* @__PURE__ */ createMcp();

/** Creates a transport of MCP toolsets with its own sessions. */
export function createMcp(): McpCaller {
  const sessions = createMcpSessions();
  const transport = async (call: Call<Binding>): Promise<unknown> => {
    const { binding } = call;
    if (binding.transport !== "mcp") throw wrongTransport(call, "mcp");
    // If the caller passes a client, the caller decides which calls share it, so the shared sessions are used.
    if (call.context.mcp !== undefined || !isBoundToRequest()) return callTool({ ...call, binding }, sessions);
    const own = createMcpSessions();
    try {
      return await callTool({ ...call, binding }, own);
    } finally {
      await own.close();
    }
  };
  return Object.assign(transport, { close: () => sessions.close() });
}

/** Creates a transport of MCP toolsets that uses a connected client, or a transport of MCP's SDK that is not started yet. */
export function mcpVia(peer: McpClient | McpTransport): McpCaller {
  const own = createMcp();
  const transport = (call: Call<Binding>) => own({ ...call, context: { ...call.context, mcp: peer } });
  return Object.assign(transport, { close: () => own.close() });
}
