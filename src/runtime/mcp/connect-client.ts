import type { Client, Transport } from "@modelcontextprotocol/client";
import type { Sdk } from "./sdk.ts";

/** A client over a transport that has begun. */
export interface Connected<Over> {
  readonly client: Client;
  readonly transport: Over;
}

/**
 * Connects in the newest revision of MCP that both sides speak. Since 2026-07-28 a client asks for it with `server/discover`; whatever an
 * older server says to that, and be it that its program ends, the older handshake follows, on another transport.
 */
export async function connectClient<Over extends Transport>(
  { Client }: Pick<Sdk, "Client">,
  makeTransport: (client: Client) => Over,
  timeout: number,
): Promise<Connected<Over>> {
  try {
    return await connect("auto");
  } catch (error) {
    if (!isUndecided(error)) throw error;
    return connect("legacy");
  }

  async function connect(mode: "auto" | "legacy"): Promise<Connected<Over>> {
    const client = new Client({ name: "toolsetc", version: "1" }, { versionNegotiation: { mode } });
    const transport = makeTransport(client);
    // A program that never answers what it does not know gets the older handshake in the other half of the time.
    if ("pid" in transport) client.setVersionNegotiation({ mode, probe: { timeoutMs: Math.ceil(timeout / 2) } });
    // Version 1 of the SDK has a transport over HTTP that ends with the first answer that it does not know.
    if ("terminateSession" in transport && !("hasPerRequestStream" in transport)) client.setVersionNegotiation({ mode: "legacy" });
    await client.connect(transport, { timeout });
    return { client, transport };
  }
}

/** The SDK goes on by itself after most answers, but not after a status of 500 and more, after none that is one of MCP, and if the other side ends. */
function isUndecided(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error && error.code === "ERA_NEGOTIATION_FAILED")) return false;
  const { cause } = error;
  if (cause === undefined) return true;
  return cause instanceof SyntaxError || (cause instanceof Error && "code" in cause && cause.code === "CLIENT_HTTP_UNEXPECTED_CONTENT");
}
