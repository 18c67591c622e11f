import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { createServers, type McpServerOptions } from "./mcp/create-servers.ts";
import { createHandler } from "./mcp/handle-http.ts";
import type { McpHandler } from "./mcp/http-sessions.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { McpRequest, McpServerOptions } from "./mcp/create-servers.ts";
export type { McpHandler } from "./mcp/http-sessions.ts";

/** A server that offers tools to one client. It is not connected yet. */
export interface McpServer {
  readonly server: Server;
  /** Names of client functions that are not offered, since they have no handler. */
  readonly omitted: readonly string[];
}

/**
 * Creates an MCP server of `@modelcontextprotocol/sdk` 1 that offers `tools`, with `options` as the context of all calls. Throws if two
 * tools have the same name.
 */
export function mcpServer<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: McpServerOptions<Tools> = {},
): McpServer {
  const { create, omitted } = createServers(tools, options);
  return { server: create(), omitted };
}

/**
 * Creates a handler for Streamable HTTP requests of any number of clients, for any HTTP server that uses `Request` and `Response`. Each
 * client has its own MCP server. On a user's machine, check `Host` and `Origin` first, as `toolsetc serve` does: any web page can send
 * requests to a local server.
 */
export function mcpHandler<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: McpServerOptions<Tools> = {},
): McpHandler {
  return createHandler(createServers(tools, options));
}
