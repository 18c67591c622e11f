import type { Client } from "@modelcontextprotocol/client";
import { isBoundToRequest } from "../bound-to-request.ts";
import type { Context } from "../context.ts";
import { anySignal } from "../transport/any-signal.ts";
import { anyResult } from "./any-result.ts";
import type { Attempt } from "./attempt.ts";
import { connectClient } from "./connect-client.ts";
import { createExchange } from "./exchange.ts";
import type { McpClient, McpTransport } from "./peer.ts";
import { loadSdk } from "./sdk.ts";
import { createToolList, type ListSource, type ToolList } from "./tool-list.ts";
import { createTraffic } from "./traffic.ts";

/** A connection to a server that calls are made on. */
export interface Session {
  readonly tools: ToolList;
  /** Asks for a page of the list. */
  readonly ask: ListSource["ask"];
  /** How the server calls itself. */
  serverName(): string | undefined;
  /** Whether arguments may have to be in headers, too. */
  readonly wantsParameterHeaders: boolean;
  /** Whether the server has a memory of the session that it may lose. */
  isRemembered(): boolean;
  /** The result of `tools/call`, unchecked. */
  request(attempt: Attempt, params: object, options: RequestOptions): Promise<unknown>;
  /** Says that it is in use, so that what the server says of itself is heard; the function given back ends that. */
  enter(): () => void;
  isBusy(): boolean;
  close(): Promise<void>;
}

export interface RequestOptions {
  readonly signal: AbortSignal;
  readonly headers: { readonly [name: string]: string };
  readonly onprogress?: (progress: unknown) => void;
}

/** Longer than any call: those have deadlines of their own. The SDK's would be 60 seconds. */
const noTimeout = 2 ** 31 - 1;

/** What a session over HTTP needs to begin. */
export interface Beginning {
  /** The address, and the headers of all of its requests. */
  readonly request: Request;
  readonly fetch: Context["fetch"];
  /** Milliseconds. */
  readonly timeout: number;
  /** Ends the beginning. */
  readonly signal: AbortSignal;
}

/** Connects over Streamable HTTP. */
export async function openSession({ request, fetch, timeout, signal }: Beginning): Promise<Session> {
  const sdk = await loadSdk();
  let current: Client | undefined;
  // A session of a single call has read its list when the server could say that it has changed.
  const wantsStream = () => !isBoundToRequest() && current?.getServerCapabilities()?.tools?.listChanged === true;
  const traffic = createTraffic({ fetch, timeout, wantsStream });
  const options = { requestInit: { headers: Object.fromEntries(request.headers) }, fetch: traffic.fetch };
  const make = (client: Client) => {
    current = client;
    return new sdk.StreamableHTTPClientTransport(new URL(request.url), options);
  };
  const beginning = { ...createExchange(anySignal([signal, AbortSignal.timeout(timeout)])), isOne: false };
  const opened = traffic.opening(beginning, () => connectClient(sdk, make, timeout));
  const { client, transport } = await opened.catch((error: unknown) => {
    traffic.close();
    throw error;
  });
  const isStateless = client.getProtocolEra() === "modern";
  const ask = (params: object) => {
    const exchange = createExchange(AbortSignal.timeout(timeout));
    return traffic.during(exchange, (headers) =>
      client.request({ method: "tools/list", params: { ...params } }, anyResult as never, { timeout, headers: { ...headers } }),
    );
  };
  const tools = createToolList({ ask, isHeard: traffic.isHeard, isStateless });
  hearChanges(transport, tools);
  return {
    tools,
    ask,
    serverName: () => nameOf(client),
    wantsParameterHeaders: isStateless,
    isRemembered: () => transport.sessionId !== undefined,
    enter: traffic.enter,
    isBusy: traffic.isBusy,
    request(attempt, params, { headers, ...rest }) {
      return traffic.during(attempt, (marked) =>
        // `callTool` gives the name. The SDK's types want a schema of its own, and `anyResult` parses as one does.
        client.request({ method: "tools/call", params: params as { name: string } }, anyResult as never, {
          ...rest,
          headers: { ...headers, ...marked },
          timeout: noTimeout,
        }),
      );
    },
    async close() {
      if (transport.sessionId !== undefined) {
        // A server need not know how to end a session, and need not be there any more.
        let timer: ReturnType<typeof setTimeout> | undefined;
        const patience = new Promise((resolve) => {
          timer = setTimeout(resolve, 2000);
        });
        await Promise.race([transport.terminateSession(), patience]).catch(() => undefined);
        clearTimeout(timer);
      }
      await client.close();
      traffic.close();
    },
  };
}

/** A session on a client that the caller has connected. It stays the caller's. */
export function adoptClient(client: McpClient, timeout: number): Session {
  const { transport } = client;
  // Only transports over HTTP say this of themselves.
  const isStateless = client.getProtocolEra?.() === "modern" && transport !== undefined && "hasPerRequestStream" in transport;
  const ask = (params: object) => client.request({ method: "tools/list", params }, anyResult, { timeout });
  const tools = createToolList({ ask, isHeard: () => false, isStateless });
  if (transport !== undefined) hearChanges(transport, tools);
  return {
    tools,
    ask,
    serverName: () => nameOf(client),
    wantsParameterHeaders: isStateless,
    isRemembered: () => false,
    enter: () => () => undefined,
    isBusy: () => false,
    request(attempt, params, options) {
      // The SDKs' clients forget a transport that has ended.
      attempt.sent = transport === undefined || client.transport !== undefined;
      return client.request({ method: "tools/call", params }, anyResult, { ...options, timeout: noTimeout });
    },
    close: async () => undefined,
  };
}

/** A session over a transport that the caller has made, such as one that starts a program. */
export async function connectTransport(given: McpTransport, timeout: number): Promise<Session> {
  const sdk = await loadSdk();
  // What has `start`, `send` and `close` is the SDK's `Transport`, whose other members are optional.
  const transport = given as Parameters<InstanceType<typeof sdk.Client>["connect"]>[0];
  const { client } = await connectClient(sdk, () => transport, timeout);
  return { ...adoptClient(client, timeout), close: () => client.close() };
}

function nameOf(client: McpClient): string | undefined {
  const server = client.getServerVersion?.();
  return server?.title ?? server?.name;
}

/** Listens in on a started transport: a client has only one handler for a notification, and it may be the caller's. */
function hearChanges(transport: object, tools: ToolList): void {
  const listener: { onmessage?: (...given: unknown[]) => void } = transport;
  const former = listener.onmessage;
  listener.onmessage = (...given) => {
    const [message] = given;
    if (typeof message === "object" && message !== null && "method" in message && message.method === "notifications/tools/list_changed")
      tools.forget();
    former?.apply(transport, given);
  };
}
