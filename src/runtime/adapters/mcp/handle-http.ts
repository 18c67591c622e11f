import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Servers } from "./create-servers.ts";
import { createHttpSessions, type McpHandler } from "./http-sessions.ts";

/** Creates a handler for Streamable HTTP of MCP 2025-11-25. */
export function createHandler({ create, omitted }: Servers): McpHandler {
  const { handle, close } = createHttpSessions(async (hooks) => {
    const transport = new WebStandardStreamableHTTPServerTransport(hooks);
    const server = create();
    // The cast is safe: the SDK's transport is not assignable to the SDK's interface of transports only because of
    // `exactOptionalPropertyTypes`.
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    return transport;
  });
  return Object.assign((request: Request) => handle(request), { close, omitted });
}
