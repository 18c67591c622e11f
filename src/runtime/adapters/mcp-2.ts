import { hintsOf } from "../projection/mcp-hints.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import { unchecked } from "../schema/unchecked.ts";
import { bindTools, mergeContexts } from "../tool/bind-tools.ts";
import { showTool } from "../tool/show-tool.ts";
import type { Tool } from "../tool/tool.ts";
import type { DistinctNames } from "../tool/tools-by-name.ts";
import { approveByMcp } from "./mcp/approval.ts";
import { listedOutput, metadataOf, serveTools } from "./mcp/declare.ts";
import { executeCall } from "./mcp/execute-call.ts";
import type { McpHandler } from "./mcp/http-sessions.ts";
import { askUserOf } from "./mcp-2/ask-user.ts";
import { createServers2, type McpServer2Options, type Servers2 } from "./mcp-2/create-servers.ts";
import { createHandler2 } from "./mcp-2/handle-http.ts";
import { capabilitiesOf, contextFrom, type McpRequest2, type McpTools2Options } from "./mcp-2/request.ts";

export type { ModelCall, OnError } from "../tool/on-error.ts";
export type { ListOptions } from "./mcp/declare.ts";
export type { CallOptions } from "./mcp/execute-call.ts";
export type { McpHandler } from "./mcp/http-sessions.ts";
export type { McpServer2Options, Servers2 } from "./mcp-2/create-servers.ts";
export type { McpRegistration, McpRequest2, McpTools2Options } from "./mcp-2/request.ts";

/** The members of `McpServer` of `@modelcontextprotocol/server` 2 that `registerTools` uses. */
export interface McpServer2 {
  // Declared as a method, since TypeScript compares the parameters of methods less strictly than those of function properties. The SDK's
  // method has an overload for each schema library.
  /** The server that knows the capabilities of a client of a revision before 2026-07-28. */
  readonly server?: { getClientCapabilities(): unknown } | undefined;
  registerTool(name: string, config: object, callback: (input: unknown, request: McpRequest2) => Promise<never>): unknown;
}

/**
 * Creates MCP servers of `@modelcontextprotocol/server` 2 that offer `tools`, with `options` as the context of all calls. `create` in the
 * result is the factory for the SDK's `serveStdio` and `createMcpHandler`. The servers support revision 2026-07-28 of MCP and the revisions
 * before it. Throws if two tools have the same name.
 */
export function mcpServers<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: McpServer2Options<Tools> = {},
): Servers2 {
  return createServers2(tools, options);
}

/**
 * Creates a handler for Streamable HTTP requests of clients of all MCP revisions, for any HTTP server that uses `Request` and `Response`.
 * The handler uses the servers of `mcpServers`. On a user's machine, check `Host` and `Origin` first, as `toolsetc serve` does: any web
 * page can send requests to a local server.
 */
export function mcpHandler<const Tools extends readonly Tool[]>(
  tools: Tools & DistinctNames<Tools>,
  options: McpServer2Options<Tools> = {},
): McpHandler {
  return createHandler2(createServers2(tools, options));
}

/**
 * Registers `tools` with a server of `@modelcontextprotocol/server` 2, with `options` as the context of all calls. Throws if two tools
 * have the same name. Client functions without a handler are omitted; `omitted` contains their names.
 */
export function registerTools<const Tools extends readonly Tool[]>(
  server: McpServer2,
  tools: Tools & DistinctNames<Tools>,
  options: McpTools2Options<Tools> = {},
): { readonly omitted: readonly string[] } {
  const { contextOf, onError, approval, outputSchemas, outputBudget, detail, depth, ...context } = options;
  const { offered, omitted } = serveTools(bindTools<readonly Tool[]>(tools, context), { outputSchemas, outputBudget });
  for (const [name, each] of offered) {
    const { tool, isStructured } = each;
    const { description, inputSchema } = showTool(tool, { detail, depth });
    const config = {
      ...(tool.title === "" ? {} : { title: tool.title }),
      description,
      // The SDK does not validate, since `execute` validates input and output. An error of the SDK would have no error code, and would
      // report a completed call as failed.
      inputSchema: unchecked(inputSchema),
      ...(isStructured ? { outputSchema: listedSchema(tool) } : {}),
      annotations: hintsOf(tool.annotations),
      _meta: metadataOf(tool),
    };
    server.registerTool(
      name,
      config,
      // The cast to `never` is safe: the result is valid, but the SDK's type of results is narrower than the type of `executeCall`.
      async (input, request) => {
        const call = { id: String(request.mcpReq.id), name, arguments: input };
        const contextOfCall = async () => mergeContexts((await contextOf?.(request)) ?? {}, contextFrom(request));
        const approve = approveByMcp(approval, capabilitiesOf(request) ?? server.server?.getClientCapabilities(), askUserOf(request));
        return (await executeCall(each, call, { contextOf: contextOfCall, onError, approve })) as never;
      },
    );
  }
  return { omitted };
}

function listedSchema(tool: Tool): StandardSchema<unknown> {
  const { "~standard": standard } = unchecked(tool.outputSchema);
  const listed = () => listedOutput(tool);
  return { "~standard": { ...standard, jsonSchema: { input: listed, output: listed } } };
}
