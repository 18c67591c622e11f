import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createHttpSessions, type McpHandler } from "../mcp/http-sessions.ts";
import type { Servers2 } from "./create-servers.ts";

/** The maximum bytes of a request. The SDK's default of 4 MiB is too small for requests that contain files in Base64. */
const maxRequestBodySize = 32 * 1024 * 1024;

/**
 * Creates a handler for Streamable HTTP of MCP 2026-07-28 and of the revisions before it. Requests of older revisions are not handled by
 * the SDK's `createMcpHandler`: it has no sessions for them, so that a cancellation would not reach the call that it cancels.
 */
export function createHandler2({ create, omitted }: Servers2): McpHandler {
  const stateless = createMcpHandler(create, { legacy: "reject", maxRequestBodySize });
  const sessions = createHttpSessions(async (hooks) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ ...hooks, maxRequestBodySize });
    await create().connect(transport);
    return transport;
  });
  const handle = async (request: Request) =>
    (await isLegacyRequest(request, undefined, { maxRequestBodySize })) ? sessions.handle(request) : stateless.fetch(request);
  const close = async () => {
    await Promise.all([stateless.close(), sessions.close()]);
  };
  return Object.assign(handle, { close, omitted });
}
