import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { bindTools, type ContextOf, mergeContexts, type TypedContext } from "../../tool/bind-tools.ts";
import { tellOfError } from "../../tool/on-error.ts";
import type { Tool } from "../../tool/tool.ts";
import { ToolError } from "../../tool-error.ts";
import { answerCall } from "../mcp/answer-call.ts";
import { type Listed, listOf, offer } from "../mcp/declare.ts";
import { contextFrom, type McpRegistration } from "./request.ts";

/** The context of all calls, and how the server presents itself. */
export interface McpServer2Options<Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools>, McpPresentation2 {}

/** How a server presents itself. */
interface McpPresentation2 extends McpRegistration {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly instructions?: string | undefined;
}

export interface Servers2 {
  /** A server for one client or one request, not connected yet: a factory for the SDK's `createMcpHandler` and `serveStdio`. */
  readonly create: () => Server;
  /** Names of client functions that are not offered, since nobody has given a handler. */
  readonly leftOut: readonly string[];
}

/** The tools are those of the process: who asks again within a minute has missed nothing but a restart. Who may see them, others decide. */
const cacheHint = { ttlMs: 60_000, cacheScope: "private" } as const;

/**
 * What all servers of the same tools share is put together once. A request of 2026-07-28 has a server of its own, so this is the SDK's
 * `Server` and not its `McpServer`, at which a thousand tools would be registered for each request.
 */
export function createServers2(tools: readonly Tool[], options: TypedContext & McpPresentation2): Servers2 {
  const { name = "toolsetc", version = "1", instructions, contextOf, onError, outputSchemas, ...context } = options;
  const whole = offer(bindTools(tools, context), { outputSchemas });
  let list: { tools: Listed[] } | undefined;
  const create = () => {
    const server = new Server(
      { name, version },
      {
        capabilities: { tools: {} },
        cacheHints: { "tools/list": cacheHint, "server/discover": cacheHint },
        ...(instructions === undefined ? {} : { instructions }),
      },
    );
    server.setRequestHandler("tools/list", () => {
      list ??= listOf(whole);
      return list;
    });
    server.setRequestHandler("tools/call", async ({ params }, request) => {
      const call = { id: String(request.mcpReq.id), name: params.name, arguments: params.arguments };
      const offered = whole.offered.get(params.name);
      if (offered === undefined) {
        tellOfError(onError, new ToolError("unknown-tool", `There is no tool "${params.name}".`, { tool: params.name, sent: false }), call);
        // MCP 2026-07-28, Tools, Error Handling: an unknown tool is an error of the protocol.
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      }
      const contextOfCall = async () => mergeContexts((await contextOf?.(request)) ?? {}, contextFrom(request));
      return answerCall(offered, call, { contextOf: contextOfCall, onError });
    });
    return server;
  };
  return { create, leftOut: whole.leftOut };
}
