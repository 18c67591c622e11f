import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createSessions, type McpHandler } from "../mcp/http-sessions.ts";
import type { Servers2 } from "./create-servers.ts";

/** Bytes of a request that are read. Files stand in requests as base64, which the SDK's 4 MiB are too few for. */
const maxRequestBodySize = 32 * 1024 * 1024;

/**
 * Streamable HTTP of MCP 2026-07-28 and of the revisions before it, on one address. The SDK's own `createMcpHandler` serves the latter
 * without sessions, where no cancellation would find its call.
 */
export function createHandler2({ create, leftOut }: Servers2): McpHandler {
  const stateless = createMcpHandler(create, { legacy: "reject", maxRequestBodySize });
  const sessions = createSessions(async (hooks) => {
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
