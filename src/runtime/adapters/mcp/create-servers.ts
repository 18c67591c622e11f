import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  ListToolsRequestSchema,
  type ListToolsResult,
  McpError,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { Context } from "../../context.ts";
import { bindTools, type ContextOf, mergeContexts, type TypedContext } from "../../tool/bind-tools.ts";
import { reportError } from "../../tool/on-error.ts";
import type { Tool } from "../../tool/tool.ts";
import { unsentError } from "../../tool-error.ts";
import { type AskUser, approveByMcp, longestAnswer } from "./approval.ts";
import { type ListOptions, listOf, serveTools } from "./declare.ts";
import { type CallOptions, executeCall } from "./execute-call.ts";
import { requestContext } from "./request-context.ts";

/** The SDK's description of a request. */
export type McpRequest = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The context of all calls, and the name, version and instructions of the server. */
export interface McpServerOptions<Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools>, McpPresentation {}

/** The name, version and instructions of a server, and the options of its tools. */
interface McpPresentation extends ListOptions, CallOptions {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly instructions?: string | undefined;
  /** Returns context for the call of a request, such as the user who sent the request. */
  readonly contextOf?: ((request: McpRequest) => Context | Promise<Context>) | undefined;
}

export interface Servers {
  /** Creates a server for one client, which is not connected yet. */
  readonly create: () => Server;
  readonly omitted: readonly string[];
}

/** Creates servers for the same tools. The list of the tools is computed once for all servers. */
export function createServers(tools: readonly Tool[], options: TypedContext & McpPresentation): Servers {
  const {
    name = "toolsetc",
    version = "1",
    instructions,
    contextOf,
    onError,
    approval,
    outputSchemas,
    outputBudget,
    detail,
    depth,
    ...context
  } = options;
  const served = serveTools(bindTools(tools, context), { outputSchemas, outputBudget });
  let list: ListToolsResult | undefined;
  const create = () => {
    const server = new Server({ name, version }, { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) });
    server.setRequestHandler(ListToolsRequestSchema, () => {
      // The cast is safe: `listOf` returns valid MCP. The SDK's type is narrower, since it declares the members of `properties` in a
      // schema.
      list ??= listOf(served, { detail, depth }) as ListToolsResult;
      return list;
    });
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, request) => {
      const call = { id: String(request.requestId), name: params.name, arguments: params.arguments };
      const offered = served.offered.get(params.name);
      if (offered === undefined) {
        reportError(onError, unsentError("unknown-tool", `There is no tool "${params.name}".`, params.name), call);
        // MCP 2025-11-25, Tools, Error Handling: an unknown tool is an error of the protocol.
        throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      }
      const contextOfCall = async () => mergeContexts((await contextOf?.(request)) ?? {}, contextFrom(request));
      const approve = approveByMcp(approval, server.getClientCapabilities(), askUserOf(request));
      return executeCall(offered, call, { contextOf: contextOfCall, onError, approve });
    });
    return server;
  };
  return { create, omitted: served.omitted };
}

function askUserOf({ sendRequest, signal }: McpRequest): AskUser {
  return async (params) => {
    const answer = await sendRequest({ method: "elicitation/create", params }, ElicitResultSchema, { timeout: longestAnswer, signal });
    return answer.action === "accept";
  };
}

function contextFrom({ requestId, signal, _meta, sendNotification }: McpRequest): Context {
  return requestContext({ id: requestId, signal, progressToken: _meta?.progressToken, notify: sendNotification });
}
