import type { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export interface Sdk {
  readonly Client: typeof Client;
  readonly StreamableHTTPClientTransport: typeof StreamableHTTPClientTransport;
}

/** Loads the MCP SDK. It is required only to open a connection; a client that the caller passes does not need it. */
export async function loadSdk(): Promise<Sdk> {
  try {
    const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return { Client, StreamableHTTPClientTransport };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new Error(
      "Calls of MCP servers require the package @modelcontextprotocol/client, which is not installed. Install it beside toolsetc.",
    );
  }
}
