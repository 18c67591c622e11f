import { getEventListeners } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ces } from "../../src/runtime/adapters/ces.ts";
import { discover } from "../../src/runtime/adapters/discover.ts";
import { bindTool, type Context, type Handler, type Tool } from "../../src/runtime/index.ts";
import { createMcp, type McpCaller } from "../../src/runtime/mcp/mcp.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { defineTool } from "../../src/runtime/tool/define-tool.ts";
import { defineToolset } from "../../src/runtime/toolset.ts";
import { endpoint, http, makeTool } from "./fixture.ts";
import { emptyObject, type Loopback, startLoopback } from "./loopback.ts";
import { type RunningServer, startMcpServer } from "./mcp-server.ts";

// Platforms keep the signals of requests, and a program may pass one signal to all calls. So what a call adds to a signal must be removed.

/** Takes `AbortSignal.any` away until the end of the test: Node 18 and edge-runtime 4 do not have it. */
function removeAny(): void {
  const { any } = AbortSignal;
  Reflect.deleteProperty(AbortSignal, "any");
  onTestFinished(() => void Object.assign(AbortSignal, { any }));
}

setFlagsFromString("--expose-gc");
// A new context has the function of V8 that the flag exposes.
const collectGarbage = runInNewContext("gc") as () => void;

let service: Loopback;
let mcpServer: RunningServer;
let mcp: McpCaller;
beforeEach(async () => {
  service = await startLoopback();
  mcpServer = await startMcpServer();
  mcpServer.tools = [{ name: "find", inputSchema: { type: "object" } }];
  mcp = createMcp();
  observe();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await mcp.close();
  await Promise.all([service.close(), mcpServer.close()]);
});

interface Listener {
  readonly target: EventTarget;
  readonly type: string;
  readonly listener: unknown;
}
let listeners: Listener[];
let timers: Set<unknown>;

/** Records the listeners and the timers of the library. Those of platforms and of SDKs are their own. */
function observe(): void {
  listeners = [];
  timers = new Set();
  const add = EventTarget.prototype.addEventListener;
  vi.spyOn(EventTarget.prototype, "addEventListener").mockImplementation(function (this: EventTarget, ...parameters) {
    const [type, listener] = parameters;
    if (isOwn(new Error().stack)) listeners.push({ target: this, type, listener });
    return add.apply(this, parameters);
  });
  const [start, clear] = [setTimeout, clearTimeout];
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((work: (...given: unknown[]) => void, delay: number, ...given: unknown[]) => {
    const timer: unknown = start(() => {
      timers.delete(timer);
      work(...given);
    }, delay);
    // One of no milliseconds runs in the next turn, whether the call has ended or not.
    if (delay > 0 && isOwn(new Error().stack)) timers.add(timer);
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, "clearTimeout").mockImplementation((timer) => {
    timers.delete(timer);
    clear(timer);
  });
}

/** Whether the function that called the observed function is one of the library. */
function isOwn(stack = ""): boolean {
  const callers = stack.split("\n").slice(1);
  return callers.find((line) => !/nothing-left|vitest|tinyspy/.test(line))?.includes("/src/runtime/") === true;
}

function keptListeners(): string[] {
  return listeners
    .filter(({ target, type, listener }) => getEventListeners(target, type).some((each) => each === listener))
    .map(({ type, listener }) => `${type}: ${String(listener)}`);
}

const overHttp = (parts: Partial<Parameters<typeof makeTool>[0]> = {}) =>
  bindTool(makeTool({ binding: http, ...parts }), { baseUrl: service.address });

function overMcp(timeout = 5000): Tool {
  const definition = { mcpToolset: { serverAddress: mcpServer.address } };
  const connection = { ...endpoint, kind: "mcp" as const, definition, timeout };
  return defineTool({
    toolset: defineToolset({ format: 2, uses: [allParts], name: "shop", displayName: "Shop", connection, transport: mcp }),
    id: "find",
    name: "shop_find",
    description: "Finds goods.",
    input: { type: "object" },
    output: {},
    mcp: { tool: "find" },
  });
}

const clientFunction = (handler: Handler, timeout = 5000) =>
  bindTool(makeTool({ binding: { transport: "client", function: "call" }, endpoint: { timeout } }), { handlers: { shop_call: handler } });

const connection = "projects/p-1/locations/europe-west1/connections/support";
const overConnector = () =>
  bindTool(
    makeTool({
      binding: { transport: "connector", operation: "list", target: "Ticket", inputFields: [], outputFields: [] },
      endpoint: { kind: "connector", definition: { connectorToolset: { connection } } },
    }),
    { baseUrl: service.address, auth: { google: "access" } },
  );

const never = () => new Promise<never>(() => undefined);
/** Aborts the call when its request has arrived. */
function abortOnArrival(controller: AbortController): void {
  service.answer = () => controller.abort();
}
/** Sends the beginning of a response, and never the rest. */
function stall(): void {
  service.answer = (response) => void response.writeHead(200, { "content-type": "application/json" }).write("{");
}

/** Ways in which a call begins and ends. `signal` is one that the program passes to all its calls. */
const ways: { readonly [name: string]: (controller: AbortController) => Promise<unknown> } = {
  "HTTP: a result": ({ signal }) => overHttp().execute({}, { signal }),
  "HTTP: a result, with a fetch of the program": ({ signal }) => overHttp().execute({}, { signal, fetch: (request) => fetch(request) }),
  "HTTP: a fetch that ignores the signal": ({ signal }) => overHttp({ endpoint: { timeout: 50 } }).execute({}, { signal, fetch: never }),
  "HTTP: a rejected call": ({ signal }) => {
    service.answer = (response) => response.writeHead(404).end("no");
    return overHttp().execute({}, { signal });
  },
  "HTTP: a failed connection": ({ signal }) => overHttp().execute({}, { signal, baseUrl: "http://127.0.0.1:1" }),
  "HTTP: an invalid response": ({ signal }) => {
    service.answer = (response) => response.end("no JSON");
    return overHttp().execute({}, { signal });
  },
  "HTTP: two retries": ({ signal }) => {
    service.answer = (response) => (service.arrivals.length < 3 ? void response.writeHead(503).end() : emptyObject(response));
    return overHttp().execute({}, { signal });
  },
  "HTTP: cancelled before the response": (controller) => {
    abortOnArrival(controller);
    return overHttp().execute({}, { signal: controller.signal });
  },
  "HTTP: cancelled while it waits for a retry": (controller) => {
    service.answer = (response) => {
      response.writeHead(429, { "retry-after": "3" }).end();
      setTimeout(() => controller.abort(), 50);
    };
    return overHttp().execute({}, { signal: controller.signal });
  },
  "HTTP: timed out before the response": ({ signal }) => {
    service.answer = () => undefined;
    return overHttp({ endpoint: { timeout: 50 } }).execute({}, { signal });
  },
  "HTTP: timed out within the response": ({ signal }) => {
    stall();
    return overHttp({ endpoint: { timeout: 50 } }).execute({}, { signal });
  },
  "connector: a result": ({ signal }) => overConnector().execute({}, { signal }),
  "MCP: a result": ({ signal }) => overMcp().execute({}, { signal }),
  "MCP: a failed tool": ({ signal }) => {
    mcpServer.call = () => ({ content: [], isError: true });
    return overMcp().execute({}, { signal });
  },
  "MCP: cancelled": (controller) => {
    mcpServer.call = () => {
      controller.abort();
      return never();
    };
    return overMcp().execute({}, { signal: controller.signal });
  },
  "MCP: timed out": ({ signal }) => {
    mcpServer.call = never;
    return overMcp(100).execute({}, { signal });
  },
  "client: a result": ({ signal }) => clientFunction(() => ({})).execute({}, { signal }),
  "client: an error": ({ signal }) => clientFunction(() => Promise.reject(new Error("no"))).execute({}, { signal }),
  "client: cancelled": (controller) => {
    setTimeout(() => controller.abort(), 20);
    return clientFunction(never).execute({}, { signal: controller.signal });
  },
  "client: timed out": ({ signal }) => clientFunction(never, 50).execute({}, { signal }),
  "ces: a result": ({ signal }) => ces([overHttp()]).answer({ displayName: "shop_call" }, { signal }),
  "ces: timed out": ({ signal }) => ces([clientFunction(never, 50)]).answer({ displayName: "shop_call" }, { signal }),
  "discover: a result": ({ signal }) => discover([overHttp()])[2].execute({ name: "shop_call" }, { signal }),
};

test.each(Object.entries(ways))("a call leaves no listener and no timer: %s", async (_name, run) => {
  const controller = new AbortController();
  await run(controller).catch(() => undefined);
  // The session of an MCP server stays open for further calls, with one stream of notifications.
  await mcp.close();
  expect(listeners.length).toBeGreaterThan(0);
  expect(keptListeners()).toEqual([]);
  expect(timers.size).toBe(0);
});

test("where the runtime cannot combine signals, a call leaves no listener on the program's signal", async () => {
  removeAny();
  const program = new AbortController();
  const tool = bindTool(overHttp(), { signal: program.signal });
  for (let count = 0; count < 20; count++) await tool.execute({}, { signal: new AbortController().signal });
  // Nothing of the test may keep the signals of the calls.
  listeners = listeners.filter(({ target }) => target === program.signal);
  vi.clearAllMocks();
  expect(listeners).toHaveLength(20);
  await vi.waitFor(() => {
    collectGarbage();
    expect(keptListeners()).toEqual([]);
  }, 10_000);
});

test("where the runtime cannot combine signals, the program's signal and the call's both cancel it", async () => {
  removeAny();
  const cancelled = (controller: AbortController, tool: Tool, context: Context) => {
    service.answer = () => {
      collectGarbage();
      controller.abort();
    };
    return expect(tool.execute({}, context)).rejects.toMatchObject({ code: "cancelled" });
  };
  const [outer, inner] = [new AbortController(), new AbortController()];
  const tool = bindTool(overHttp(), { signal: outer.signal });
  await cancelled(inner, tool, { signal: inner.signal });
  await cancelled(outer, tool, { signal: new AbortController().signal });
  await expect(tool.execute({}, { signal: new AbortController().signal })).rejects.toMatchObject({ code: "cancelled" });
});

test("fifty calls of an MCP server keep no more listeners than one call", async () => {
  const { signal } = new AbortController();
  const tool = overMcp();
  const context: Context = { signal };
  await tool.execute({}, context);
  await vi.waitFor(() => expect(mcpServer.arrivals.some(({ method }) => method === "GET")).toBe(true));
  const before = keptListeners();
  for (let count = 0; count < 50; count++) await tool.execute({}, context);
  expect(keptListeners()).toEqual(before);
  expect(timers.size).toBeLessThanOrEqual(1);
});
