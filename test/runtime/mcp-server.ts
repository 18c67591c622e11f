import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/interfaces.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  type CreateTaskResult,
  ListToolsRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";

export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
  readonly execution?: object;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** An MCP server of the official SDK, over Streamable HTTP on the loopback address. */
export interface RunningServer {
  readonly address: string;
  /** Requests as they arrived. */
  readonly arrivals: {
    readonly method: string;
    readonly headers: IncomingMessage["headers"];
    readonly rpc: string | undefined;
    readonly body: string;
  }[];
  tools: readonly ListedTool[];
  call: (request: CallToolRequest["params"], extra: Extra) => Promise<CallToolResult | CreateTaskResult> | CallToolResult;
  /** Answers a request in the place of the SDK, if it gives `true`. */
  before: (request: IncomingMessage, response: ServerResponse, body: string) => boolean;
  readonly sessions: Map<string, { readonly transport: StreamableHTTPServerTransport; readonly server: Server }>;
  /** Tells all sessions that the list has changed. */
  tellListChanged(): Promise<void>;
  /** Waits until a client listens for the server's own messages. */
  listening(): Promise<void>;
  close(): Promise<void>;
}

export async function startMcpServer(
  options: { readonly sessions?: boolean; readonly json?: boolean; readonly pageSize?: number; readonly taskStore?: TaskStore } = {},
): Promise<RunningServer> {
  const { sessions: hasSessions = true, json = false, pageSize = Number.POSITIVE_INFINITY, taskStore } = options;
  const tasks = taskStore === undefined ? {} : { tasks: { cancel: {}, requests: { tools: { call: {} } } } };
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void receive(request, response, Buffer.concat(chunks).toString("utf8")));
  });

  async function receive(request: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const parsed: unknown = body === "" ? undefined : JSON.parse(body);
    const rpc = typeof parsed === "object" && parsed !== null && "method" in parsed ? String(parsed.method) : undefined;
    running.arrivals.push({ method: request.method ?? "", headers: request.headers, rpc, body });
    if (running.before(request, response, body)) return;
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? running.sessions.get(id) : undefined;
    if (hasSessions && typeof id === "string" && known === undefined) {
      response.statusCode = 404;
      response.end();
      return;
    }
    const transport = known?.transport ?? (await begin());
    await transport.handleRequest(request, response, parsed);
  }

  async function begin(): Promise<StreamableHTTPServerTransport> {
    const capabilities = { tools: { listChanged: true }, logging: {}, ...tasks };
    const server = new Server({ name: "shop", version: "1" }, { capabilities, ...(taskStore === undefined ? {} : { taskStore }) });
    const transport = new StreamableHTTPServerTransport({
      ...(hasSessions
        ? {
            sessionIdGenerator: randomUUID,
            onsessioninitialized: (id: string) => void running.sessions.set(id, { transport, server }),
            onsessionclosed: (id: string) => void running.sessions.delete(id),
          }
        : {}),
      enableJsonResponse: json,
    });
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
      const from = Number(params?.cursor ?? 0);
      const tools = running.tools.slice(from, from + pageSize) as { name: string; inputSchema: { type: "object" } }[];
      return from + pageSize < running.tools.length ? { tools, nextCursor: String(from + pageSize) } : { tools };
    });
    server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => running.call(params, extra));
    // The SDK's transport differs from its own interface under `exactOptionalPropertyTypes`.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  }

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo; // A server that listens on a port has such an address.
  const running: RunningServer = {
    address: `http://127.0.0.1:${port}/mcp`,
    arrivals: [],
    tools: [],
    call: ({ arguments: given }) => ({ content: [{ type: "text", text: JSON.stringify(given) }] }),
    before: () => false,
    sessions: new Map(),
    async tellListChanged() {
      for (const { server } of this.sessions.values()) await server.sendToolListChanged();
    },
    async listening() {
      for (let wait = 0; wait < 200 && !this.arrivals.some(({ method }) => method === "GET"); wait++)
        await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async close() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return running;
}
