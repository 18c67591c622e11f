import type { Context } from "../context.ts";
import { anyResult } from "./any-result.ts";
import type { Attempt } from "./attempt.ts";
import type { McpClient, McpTransport } from "./peer.ts";
import { loadSdk } from "./sdk.ts";
import { createToolList, type ToolList } from "./tool-list.ts";
import { createTraffic } from "./traffic.ts";

/** A connection to a server that calls are made on. */
export interface Session {
  readonly tools: ToolList;
  /** Whether the server has a memory of the session that it may lose. */
  isRemembered(): boolean;
  /** The result of `tools/call`, unchecked. */
  request(
    attempt: Attempt,
    params: object,
    options: { readonly signal: AbortSignal; readonly onprogress?: (progress: unknown) => void },
  ): Promise<unknown>;
  /** Says that it is in use, so that what the server says of itself is heard; the function given back ends that. */
  enter(): () => void;
  isBusy(): boolean;
  close(): Promise<void>;
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
}

/** Connects over Streamable HTTP. */
export async function openSession({ request, fetch, timeout }: Beginning): Promise<Session> {
  const { Client, StreamableHTTPClientTransport } = await loadSdk();
  const client = new Client(clientInfo);
  const traffic = createTraffic(fetch, () => client.getServerCapabilities()?.tools?.listChanged === true);
  const transport = new StreamableHTTPClientTransport(new URL(request.url), {
    requestInit: { headers: Object.fromEntries(request.headers) },
    fetch: traffic.fetch,
  });
  const send = transport.send.bind(transport);
  let beginning: Attempt | undefined;
  // The SDK calls this before `request` returns, so the message is the one of the attempt that is beginning.
  transport.send = (message, options) => {
    if (beginning !== undefined && "id" in message && message.id !== undefined && "method" in message)
      traffic.expect(message.id, beginning);
    return send(message, options);
  };
  const tools = createToolList(client, traffic.isHeard);
  await client.connect(transport, { timeout });
  hearChanges(transport, tools);
  return {
    tools,
    isRemembered: () => transport.sessionId !== undefined,
    enter: traffic.enter,
    isBusy: traffic.isBusy,
    request(attempt, params, options) {
      beginning = attempt;
      try {
        // `callTool` gives the name. The SDK's types want a schema of its own, and `anyResult` parses as one does.
        return client.request({ method: "tools/call", params: params as { name: string } }, anyResult as never, {
          ...options,
          timeout: noTimeout,
        });
      } finally {
        beginning = undefined;
      }
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
export function adoptClient(client: McpClient): Session {
  const tools = createToolList(client, () => false);
  const { transport } = client;
  if (transport !== undefined) hearChanges(transport, tools);
  return {
    tools,
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
export async function connectTransport(transport: McpTransport, timeout: number): Promise<Session> {
  const { Client } = await loadSdk();
  const client = new Client(clientInfo);
  // What has `start`, `send` and `close` is the SDK's `Transport`, whose other members are optional.
  await client.connect(transport as Parameters<typeof client.connect>[0], { timeout });
  return { ...adoptClient(client), close: () => client.close() };
}

const clientInfo = { name: "toolsetc", version: "1" };

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
