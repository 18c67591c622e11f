import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createHttpSessions, type McpHandler } from "../mcp/http-sessions.ts";
import type { Servers2 } from "./create-servers.ts";

/** The maximum bytes of a request. Requests may contain files in Base64, for which the SDK's 4 MiB are too small. */
const maxRequestBodySize = 32 * 1024 * 1024;

/**
 * Handles Streamable HTTP of MCP 2026-07-28 and of the revisions before it. The SDK's `createMcpHandler` is not used for the latter: it
 * serves them without sessions, so that a cancellation would not reach its call.
 */
export function createHandler2({ create, leftOut }: Servers2): McpHandler {
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
  return Object.assign(handle, { close, leftOut });
}
