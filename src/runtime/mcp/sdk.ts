import type { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export interface Sdk {
  readonly Client: typeof Client;
  readonly StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport;
}

/** The SDK is needed only where a connection is made: who brings a client of their own needs no other. */
export async function loadSdk(): Promise<Sdk> {
  try {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return { Client, StreamableHTTPClientTransport };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new Error(
      "MCP servers are called with the package @modelcontextprotocol/client, which is not installed. Install it beside toolsetc.",
    );
  }
}
