import type { Client } from "@modelcontextprotocol/client";
import { isBoundToRequest } from "../bound-to-request.ts";
import type { Context } from "../context.ts";
import { anySignal } from "../transport/any-signal.ts";
import type { Attempt } from "./attempt.ts";
import { connectClient } from "./connect-client.ts";
import { createExchange } from "./exchange.ts";
import type { McpClient, McpTransport } from "./peer.ts";
import { loadSdk } from "./sdk.ts";
import { createToolList, type ListSource, type ToolList } from "./tool-list.ts";
import { createTraffic } from "./traffic.ts";

/** A connection to an MCP server. */
export interface McpSession {
  readonly tools: ToolList;
  /** Requests a page of the tool list. */
  readonly listPage: ListSource["readPage"];
  readonly client: McpClient;
  /** Whether the protocol lets the input schema of a tool require that headers repeat arguments. */
  readonly usesParameterHeaders: boolean;
  /** Whether the server keeps state of the session, which it may lose. */
  hasServerState(): boolean;
  /** Returns the result of a request, unchecked. */
  request(attempt: Attempt, message: McpMessage, options: McpRequestOptions): Promise<unknown>;
  /**
   * Marks the start of a call, and returns a function that marks its end. During calls, the session receives the server's notifications.
   */
  enter(): () => void;
  isBusy(): boolean;
  close(): Promise<void>;
}

export interface McpMessage {
  readonly method: string;
  readonly params: object;
}

export interface McpRequestOptions {
  readonly signal: AbortSignal;
  readonly headers: { readonly [name: string]: string };
  readonly onprogress?: (progress: unknown) => void;
}

/**
 * The longest timeout that timers allow, in milliseconds. It replaces the SDK's timeout of 60 seconds, since calls have their own
 * deadlines.
 */
const noTimeout = 2 ** 31 - 1;

/**
 * A schema that accepts every result, with the members that version 1 and version 2 of the SDK require. Results are validated where they
 * are read, so the SDK's own schemas need not be loaded.
 */
const anyResult = {
  safeParse: (data: unknown): { readonly success: true; readonly data: unknown } => ({ success: true, data }),
  parse: (data: unknown): unknown => data,
  "~standard": { version: 1, vendor: "toolsetc", validate: (value: unknown): { readonly value: unknown } => ({ value }) },
} as const;

/** The data with which a session over HTTP is opened. */
export interface SessionRequest {
  /** A request with the address and headers of all requests of the session. */
  readonly request: Request;
  readonly fetch: Context["fetch"];
  /** The timeout for opening the session and for each page of the tool list, in milliseconds. */
  readonly timeout: number;
  /** Aborts opening the session. */
  readonly signal: AbortSignal;
}

/** Opens a session over Streamable HTTP. */
export async function openSession({ request, fetch, timeout, signal }: SessionRequest): Promise<McpSession> {
  const sdk = await loadSdk();
  let current: Client | undefined;
  // A stream for notifications of changes is not needed in a runtime that binds streams to the incoming request, since a session then ends
  // after one call.
  const needsStream = () => !isBoundToRequest() && current?.getServerCapabilities()?.tools?.listChanged === true;
  const traffic = createTraffic({ fetch, timeout, needsStream });
  const options = { requestInit: { headers: Object.fromEntries(request.headers) }, fetch: traffic.fetch };
  const make = (client: Client) => {
    current = client;
    return new sdk.StreamableHTTPClientTransport(new URL(request.url), options);
  };
  const beginning = { ...createExchange(anySignal([signal, AbortSignal.timeout(timeout)])), isSingle: false };
  const opened = traffic.opening(beginning, () => connectClient(sdk, make, timeout));
  const { client, transport } = await opened.catch((error: Error) => {
    traffic.close();
    // Several calls may wait for the session, and each of them is told what the server requires.
    throw Object.assign(error, { challenge: beginning.challenge });
  });
  const isStateless = client.getProtocolEra() === "modern";
  const listPage = (params: object) => {
    const exchange = createExchange(AbortSignal.timeout(timeout));
    return traffic.during(exchange, ({ headers, signal: ended }) =>
      client.request({ method: "tools/list", params: { ...params } }, anyResult, { timeout, headers: { ...headers }, signal: ended }),
    );
  };
  const tools = createToolList({ readPage: listPage, isNotified: traffic.isListening, isStateless });
  observeListChanges(transport, tools);
  return {
    tools,
    listPage,
    client,
    usesParameterHeaders: isStateless,
    hasServerState: () => transport.sessionId !== undefined,
    enter: traffic.enter,
    isBusy: traffic.isBusy,
    request(attempt, { method, params }, { headers, ...rest }) {
      return traffic.during(attempt, (exchange) =>
        client.request({ method, params: { ...params } }, anyResult, {
          ...rest,
          signal: exchange.signal,
          headers: { ...headers, ...exchange.headers },
          timeout: noTimeout,
        }),
      );
    },
    async close() {
      if (transport.sessionId !== undefined) {
        // The server may not support the end of a session, or may be unreachable. So the wait is short, and failures are ignored.
        let timer: ReturnType<typeof setTimeout> | undefined;
        const timedOut = new Promise((resolve) => {
          timer = setTimeout(resolve, 2000);
        });
        await Promise.race([transport.terminateSession(), timedOut]).catch(() => undefined);
        clearTimeout(timer);
      }
      await client.close();
      traffic.close();
    },
  };
}

/** Creates a session on a client that the caller has connected. Closing the session does not close the client. */
export function adoptClient(client: McpClient, timeout: number): McpSession {
  const { transport } = client;
  // Only HTTP transports have `hasPerRequestStream`. Over other transports, calls have no headers.
  const isStateless = client.getProtocolEra?.() === "modern" && transport !== undefined && "hasPerRequestStream" in transport;
  const listPage = (params: object) => client.request({ method: "tools/list", params }, anyResult, { timeout });
  const tools = createToolList({ readPage: listPage, isNotified: () => false, isStateless });
  if (transport !== undefined) observeListChanges(transport, tools);
  return {
    tools,
    listPage,
    client,
    usesParameterHeaders: isStateless,
    hasServerState: () => false,
    enter: () => () => undefined,
    isBusy: () => false,
    request(attempt, message, options) {
      // The SDKs remove a closed transport from its client. If the transport was removed, the call is not sent.
      attempt.sent = transport === undefined || client.transport !== undefined;
      return client.request(message, anyResult, { ...options, timeout: noTimeout });
    },
    close: async () => undefined,
  };
}

/**
 * Opens a session over a transport that the caller has created, such as one that starts a program. Calls `onEnd` when the transport has
 * closed.
 */
export async function connectTransport(given: McpTransport, timeout: number, onEnd: () => void): Promise<McpSession> {
  const sdk = await loadSdk();
  // The cast is safe: the SDK's `Transport` has more members than `McpTransport`, but these are optional.
  const transport = given as Parameters<InstanceType<typeof sdk.Client>["connect"]>[0];
  const { client } = await connectClient(sdk, () => transport, timeout);
  if (client.transport === undefined) onEnd();
  else client.onclose = onEnd;
  return { ...adoptClient(client, timeout), close: () => client.close() };
}

/**
 * Discards the tool list when the server reports a change. It observes the messages of the transport and sets no handler: a client can have
 * only one handler for each notification, and the caller may need it.
 */
function observeListChanges(transport: object, tools: ToolList): void {
  const listener: { onmessage?: (...parameters: unknown[]) => void } = transport;
  const original = listener.onmessage;
  listener.onmessage = (...parameters) => {
    const [message] = parameters;
    if (typeof message === "object" && message !== null && "method" in message && message.method === "notifications/tools/list_changed")
      tools.forget();
    original?.apply(transport, parameters);
  };
}
