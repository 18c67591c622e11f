import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from "@modelcontextprotocol/server";
import { bindTools, type ContextOf, mergeContexts, type TypedContext } from "../../tool/bind-tools.ts";
import { reportError } from "../../tool/on-error.ts";
import type { Tool } from "../../tool/tool.ts";
import { unsentError } from "../../tool-error.ts";
import { approveByMcp } from "../mcp/approval.ts";
import { type ListedMcpTool, listOf, serveTools } from "../mcp/declare.ts";
import { executeCall } from "../mcp/execute-call.ts";
import { type LinkedFiles, readLinked } from "../mcp/linked-files.ts";
import { askUserOf } from "./ask-user.ts";
import { capabilitiesOf, contextFrom, type McpRegistration } from "./request.ts";

/** The context of all calls, and the name, version and instructions of the server. */
export interface McpServer2Options<Tools extends readonly Tool[] = readonly Tool[]> extends ContextOf<Tools>, McpPresentation2 {}

/** The name, version and instructions of a server, and the options of its tools. */
interface McpPresentation2 extends McpRegistration {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  readonly instructions?: string | undefined;
  /** The files that clients may read as resources: what `files` of `@toolsetc/runtime/files` returns, which has also bound the tools. */
  readonly files?: LinkedFiles | undefined;
}

/** MCP servers that offer the same tools. */
export interface Servers2 {
  /**
   * Creates a server for one client or one request, which is not connected yet. This function is the factory for the SDK's
   * `createMcpHandler` and `serveStdio`.
   */
  readonly create: () => Server;
  /** Names of client functions that are not offered, since they have no handler. */
  readonly omitted: readonly string[];
}

/**
 * Clients may cache the tool list for a minute, since the tools change only when the process restarts. Shared caches must not store the
 * list: the program may restrict the access of each client.
 */
const cacheHint = { ttlMs: 60_000, cacheScope: "private" } as const;

/**
 * Creates servers for the same tools. The list of the tools is computed once for all servers. In MCP 2026-07-28, each request has its own
 * server. This function uses the SDK's `Server`, since its `McpServer` would register all tools again for each request.
 */
export function createServers2(tools: readonly Tool[], options: TypedContext & McpPresentation2): Servers2 {
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
    files,
    ...context
  } = options;
  const served = serveTools(bindTools(tools, context), { outputSchemas, outputBudget });
  let list: { tools: ListedMcpTool[] } | undefined;
  const create = () => {
    const server = new Server(
      { name, version },
      {
        capabilities: { tools: {}, ...(files === undefined ? {} : { resources: {} }) },
        cacheHints: { "tools/list": cacheHint, "server/discover": cacheHint },
        ...(instructions === undefined ? {} : { instructions }),
      },
    );
    server.setRequestHandler("tools/list", () => {
      list ??= listOf(served, { detail, depth });
      return list;
    });
    server.setRequestHandler("tools/call", async ({ params }, request) => {
      const call = { id: String(request.mcpReq.id), name: params.name, arguments: params.arguments };
      const offered = served.offered.get(params.name);
      if (offered === undefined) {
        reportError(onError, unsentError("unknown-tool", `There is no tool "${params.name}".`, params.name), call);
        // MCP 2026-07-28, Tools, Error Handling: an unknown tool is an error of the protocol.
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      }
      const contextOfCall = async () => mergeContexts((await contextOf?.(request)) ?? {}, contextFrom(request));
      const approve = approveByMcp(approval, capabilitiesOf(request) ?? server.getClientCapabilities(), askUserOf(request));
      return executeCall(offered, call, { contextOf: contextOfCall, onError, approve });
    });
    if (files !== undefined) offerFiles(server, files);
    return server;
  };
  return { create, omitted: served.omitted };
}

/** Lets a client read the files to which results link. No file is listed: a client knows the handles that it got. */
function offerFiles(server: Server, files: LinkedFiles): void {
  server.setRequestHandler("resources/list", () => ({ resources: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const read = await readLinked(files, uri);
    if (read === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [read] };
  });
}
