import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import type { ToolCallRequest, ToolCallResult } from "../../../src/runtime/adapters/dotcraft.ts";
import { serve } from "./app-server.mjs";

type Json = { readonly [name: string]: unknown };
type Answer = (params: never) => unknown;

/** What the turn's steps came to. */
export type Step =
  | { readonly namespace?: string | null; readonly tool: string; readonly arguments?: Json; readonly unknown?: true }
  | { readonly approval: Json }
  | { readonly questions: readonly Json[] };

/** A connection to the AppServer of `app-server.mjs`, on streams. `client.py` has it as a process. */
export interface Connection {
  readonly start: (dynamicTools?: readonly object[]) => Promise<string>;
  readonly resume: (threadId: string, dynamicTools?: readonly object[]) => Promise<void>;
  /** Runs a turn and gives what came of each step. */
  readonly run: (threadId: string, steps: readonly Step[]) => Promise<unknown[]>;
  readonly close: () => Promise<void>;
}

export interface Settings {
  readonly wire?: "v2" | "legacy";
  readonly capabilities?: Json;
  /** Who answers the server, by method. A method without an answer gets the error -32601. */
  readonly requests?: { readonly [method: string]: Answer };
}

export async function connect({ wire = "v2", capabilities = {}, requests = {} }: Settings): Promise<Connection> {
  const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
  serve(toServer, fromServer, wire);
  const pending = new Map<unknown, (message: Json) => void>();
  const turns = new Map<string, (items: unknown[]) => void>();
  // A turn may be over before the answer to `turn/start` is read.
  const over = new Map<string, unknown[]>();
  let nextId = 1;
  const send = (message: Json) => toServer.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

  createInterface({ input: fromServer }).on("line", async (line) => {
    const message = JSON.parse(line);
    if (message.method === undefined) return pending.get(message.id)?.(message);
    if (message.method === "turn/completed") {
      const { id, items } = message.params.turn;
      over.set(id, items);
      return turns.get(id)?.(items);
    }
    const answer = requests[message.method];
    if (answer === undefined) return send({ id: message.id, error: { code: -32601, message: "Method not found" } });
    send({ id: message.id, result: await answer(message.params as never) });
  });

  const request = async (method: string, params: Json): Promise<Json> => {
    const id = nextId++;
    const message = await new Promise<Json>((resolve) => {
      pending.set(id, resolve);
      send({ id, method, params });
    });
    if (message["error"] !== undefined) throw new Error((message["error"] as { message: string }).message);
    return message["result"] as Json;
  };

  await request("initialize", { clientInfo: { name: "test", version: "0" }, capabilities });
  send({ method: "initialized", params: {} });
  const tools = (dynamicTools: readonly object[] | undefined) => (dynamicTools === undefined ? {} : { dynamicTools });
  return {
    start: async (dynamicTools) => {
      const identity = { channelName: "test", userId: "me" };
      const { thread } = await request("thread/start", { identity, historyMode: "server", ...tools(dynamicTools) });
      return (thread as { id: string }).id;
    },
    resume: async (threadId, dynamicTools) => void (await request("thread/resume", { threadId, ...tools(dynamicTools) })),
    run: async (threadId, steps) => {
      const { turn } = await request("turn/start", { threadId, input: [{ type: "text", text: JSON.stringify(steps) }] });
      const { id } = turn as { id: string };
      return over.get(id) ?? new Promise((resolve) => turns.set(id, resolve));
    },
    close: async () => void toServer.end(),
  };
}

type Handled = { readonly handler: (request: ToolCallRequest) => Promise<ToolCallResult> };
type Bound = {
  readonly type?: string;
  readonly name: string;
  readonly namespace?: string | null;
  readonly tools?: readonly Bound[];
} & Partial<Handled>;

/** What the published TypeScript SDK does with bindings: it keeps the handlers, sends the rest, and answers what nobody handles. */
export function sdkDispatch(bindings: readonly object[]): { declarations: object[]; call: (request: ToolCallRequest) => Promise<object> } {
  const handlers = new Map<string, Handled["handler"]>();
  const strip = (bound: Bound, namespace: string | null): object => {
    if (bound.tools !== undefined) return { ...bound, tools: bound.tools.map((each) => strip(each, bound.name)) };
    const { handler, ...declaration } = bound;
    if (handler !== undefined) handlers.set(`${namespace ?? ""}\0${bound.name}`, handler);
    return declaration;
  };
  const declarations = bindings.map((each) => strip(each as Bound, (each as Bound).namespace ?? null));
  return {
    declarations,
    call: async (request) => {
      const handler = handlers.get(`${request.namespace ?? ""}\0${request.tool}`);
      if (handler === undefined)
        return { success: false, errorCode: "UnsupportedTool", errorMessage: "No handler registered for this dynamic tool." };
      try {
        return await handler(request);
      } catch (error) {
        return { success: false, errorCode: "AdapterToolCallFailed", errorMessage: String(error) };
      }
    },
  };
}
