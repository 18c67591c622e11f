import type { Client, Transport } from "@modelcontextprotocol/client";
import type { Sdk } from "./sdk.ts";

/** A client and its started transport. */
export interface ConnectedClient<Over> {
  readonly client: Client;
  readonly transport: Over;
}

/**
 * Connects in the newest revision of MCP that the client and the server both support. Since revision 2026-07-28, a client sends
 * `server/discover` first. If this request fails in any way, including the exit of a server's program, the client tries the older handshake
 * (`initialize`) on a new transport.
 */
export async function connectClient<Over extends Transport>(
  { Client }: Pick<Sdk, "Client">,
  makeTransport: (client: Client) => Over,
  timeout: number,
): Promise<ConnectedClient<Over>> {
  try {
    return await connect("auto");
  } catch (error) {
    if (!isFallbackCase(error)) throw error;
    return connect("legacy");
  }

  async function connect(mode: "auto" | "legacy"): Promise<ConnectedClient<Over>> {
    const client = new Client({ name: "toolsetc", version: "1" }, { versionNegotiation: { mode } });
    const transport = makeTransport(client);
    // A program that supports only older revisions might never respond to `server/discover`, so half of the time is reserved for the older
    // handshake.
    if ("pid" in transport) client.setVersionNegotiation({ mode, probe: { timeoutMs: Math.ceil(timeout / 2) } });
    // The HTTP transport of version 1 of the SDK closes if the server does not support `server/discover`. The older handshake could then not
    // be tried, so it is the only one that is tried.
    if ("terminateSession" in transport && !("hasPerRequestStream" in transport)) client.setVersionNegotiation({ mode: "legacy" });
    await client.connect(transport, { timeout });
    return { client, transport };
  }
}

/**
 * Whether to try the older handshake after `error`. The SDK itself tries it after most responses, but not after a status of 500 or more, an
 * invalid response or a closed connection.
 */
function isFallbackCase(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error && error.code === "ERA_NEGOTIATION_FAILED")) return false;
  const { cause } = error;
  if (cause === undefined) return true;
  return cause instanceof SyntaxError || (cause instanceof Error && "code" in cause && cause.code === "CLIENT_HTTP_UNEXPECTED_CONTENT");
}
