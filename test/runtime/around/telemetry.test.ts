import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import { type Attributes, type HrTime, ROOT_CONTEXT, SpanKind, SpanStatusCode, type TracerProvider, trace } from "@opentelemetry/api";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bindTool, type Context, type Tool, ToolError } from "../../../src/runtime/index.ts";
import { mcp } from "../../../src/runtime/mcp/mcp.ts";
import { traced } from "../../../src/runtime/opentelemetry.ts";
import { http, makeTool, parameter } from "../fixture.ts";
import { type Loopback, startLoopback } from "../loopback.ts";
import { type RunningServer, startMcpServer } from "../mcp-server.ts";
import { shortenWaits } from "../short-waits.ts";
import { joined } from "./hooks.ts";
import { observed } from "./telemetry.ts";

interface ReadSpan {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
  readonly status: { readonly code: SpanStatusCode; readonly message?: string };
  readonly parentSpanContext?: { readonly spanId: string };
  readonly duration: HrTime;
  readonly events: readonly object[];
  spanContext(): { readonly spanId: string };
}

interface Sdk {
  readonly BasicTracerProvider: new (options: object) => TracerProvider & { shutdown(): Promise<void> };
  readonly InMemorySpanExporter: new () => { getFinishedSpans(): ReadSpan[]; reset(): void };
  readonly SimpleSpanProcessor: new (exporter: object) => object;
  readonly AlwaysOffSampler: new () => object;
}

const load = createRequire(import.meta.url);
const sdk: Sdk = load("@opentelemetry/sdk-trace-base");
/** All attributes of the conventions, and of those in development. */
const conventions: ReadonlySet<unknown> = new Set(
  Object.entries(load("@opentelemetry/semantic-conventions/incubating"))
    .filter(([name]) => name.startsWith("ATTR_"))
    .map(([, value]) => value),
);

const exporter = new sdk.InMemorySpanExporter();
const provider = new sdk.BasicTracerProvider({ spanProcessors: [new sdk.SimpleSpanProcessor(exporter)] });
const around = traced({ tracer: provider.getTracer("test") });

let service: Loopback;
let server: RunningServer;
beforeAll(async () => {
  service = await startLoopback();
  server = await startMcpServer();
  server.tools = [{ name: "find", inputSchema: { type: "object" } }];
});
beforeEach(() => {
  exporter.reset();
  service.arrivals.length = 0;
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"id":7,"note":"s3cret-result"}');
});
afterAll(async () => {
  await mcp.close();
  await Promise.all([service.close(), server.close(), provider.shutdown()]);
});

const overHttp = (options: Context = {}) => bindTool(makeTool({ binding: http }), { baseUrl: service.address, ...options });

/** A tool of each transport, and the method of the request that a call of it sends. */
const ways: { readonly [way: string]: () => { readonly tool: Tool; readonly methods: readonly string[] } } = {
  http: () => ({ tool: overHttp(), methods: ["GET"] }),
  mcp: () => {
    const definition = { mcpToolset: { serverAddress: server.address } };
    const binding = {
      transport: "mcp",
      tool: "find",
      structured: false,
      output: "result",
      destructive: false,
      digest: null,
      waiting: null,
    } as const;
    return { tool: makeTool({ binding, endpoint: { kind: "mcp", definition } }), methods: ["POST"] };
  },
  connector: () => {
    const binding = { transport: "connector", operation: "list", target: "Ticket", inputFields: [], outputFields: [] } as const;
    const definition = { connectorToolset: { connection: "projects/p-1/locations/europe-west1/connections/support" } };
    const tool = makeTool({ binding, endpoint: { kind: "connector", definition } });
    return { tool: bindTool(tool, { baseUrl: service.address, auth: { google: "s3cret-token" } }), methods: ["GET"] };
  },
  client: () => {
    const tool = makeTool({ binding: { transport: "client", function: "call" } });
    return { tool: bindTool(tool, { handlers: { shop_call: () => ({ id: 7 }) } }), methods: [] };
  },
  fake: () => ({ tool: overHttp({ fakes: { shop_call: () => ({ id: 7 }) } }), methods: [] }),
  stream: () => {
    const tool = makeTool({ binding: { transport: "client", function: "call" } });
    const values = async function* () {
      yield 1;
      yield { id: 7 };
    };
    return { tool: bindTool(tool, { handlers: { shop_call: values } }), methods: [] };
  },
};

/** The span of the only call, and those of its attempts. */
function spans(): { readonly call: ReadSpan; readonly attempts: readonly ReadSpan[] } {
  const all = exporter.getFinishedSpans();
  const calls = all.filter(({ attributes }) => "gen_ai.operation.name" in attributes);
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error(`There are ${calls.length} spans of calls.`);
  const attempts = all.filter((span) => span !== call);
  for (const { attributes, parentSpanContext, events } of attempts) {
    expect(parentSpanContext?.spanId).toBe(call.spanContext().spanId);
    expect(events).toEqual([]);
    // What the conventions require of a client's span.
    for (const name of ["http.request.method", "server.address", "server.port", "url.full"]) expect(attributes).toHaveProperty([name]);
  }
  const names = all.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => !name.startsWith("toolsetc."));
  expect(names.filter((name) => !conventions.has(name))).toEqual([]);
  expect(JSON.stringify(all.map(({ name, attributes, status }) => ({ name, attributes, status })))).not.toContain("s3cret");
  return { call, attempts };
}

describe.each(Object.entries(ways))("spans of a tool of the kind %s", (_name, way) => {
  test("are one for the call, and a child for each request", async () => {
    const { tool, methods } = way();
    await tool.execute({ word: "s3cret-argument" }, { around, toolCallId: "call-1" });
    const { call, attempts } = spans();
    expect(call).toMatchObject({ name: "execute_tool shop_call", kind: SpanKind.CLIENT, status: { code: SpanStatusCode.UNSET } });
    expect(call.attributes).toEqual({
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "shop_call",
      "gen_ai.tool.type": "function",
      "gen_ai.tool.call.id": "call-1",
      "toolsetc.toolset.name": "shop",
    });
    expect(attempts.map(({ name }) => name)).toEqual(methods);
    for (const attempt of attempts) {
      expect(attempt).toMatchObject({ kind: SpanKind.CLIENT, status: { code: SpanStatusCode.UNSET } });
      expect(attempt.attributes).toMatchObject({ "http.response.status_code": 200, "server.address": "127.0.0.1" });
    }
  });
});

test("the span of a tool with a locked definition has the digest of the definition", async () => {
  const digest = "5d41".repeat(16);
  const binding = {
    transport: "mcp",
    tool: "find",
    structured: false,
    output: "result",
    destructive: false,
    digest,
    waiting: null,
  } as const;
  const tool = makeTool({ binding, endpoint: { kind: "mcp", definition: { mcpToolset: { serverAddress: server.address } } } });
  await tool.execute({}, { around, drift: "ignore" });
  expect(spans().call.attributes["toolsetc.tool.digest"]).toBe(digest);
});

/** That a wait of a tenth of a second is in the span of the call, and in that of no attempt. */
function expectWaitBetween(call: ReadSpan, attempts: readonly ReadSpan[]): void {
  const milliseconds = ({ duration: [seconds, nanoseconds] }: ReadSpan) => seconds * 1000 + nanoseconds / 1e6;
  const within = attempts.reduce((sum, attempt) => sum + milliseconds(attempt), 0);
  expect(milliseconds(call) - within).toBeGreaterThanOrEqual(98);
}

describe("of a request that is tried again after two seconds", () => {
  shortenWaits(10_000);

  test("each attempt of a repeated request is a span that ends with the attempt", async () => {
    const statuses = [503, undefined, 200];
    service.answer = (response) => {
      const status = statuses.shift();
      if (status === undefined) response.destroy();
      else response.writeHead(status, { "content-type": "application/json", ...(status === 503 ? { "retry-after": "2" } : {}) }).end("{}");
    };
    await overHttp().execute({}, { around });
    const { call, attempts } = spans();
    expect(call.status.code).toBe(SpanStatusCode.UNSET);
    const parts = attempts.map(({ attributes, status }) => [
      attributes["http.request.resend_count"],
      attributes["http.response.status_code"],
      attributes["error.type"],
      status.code,
    ]);
    expect(parts).toEqual([
      [undefined, 503, "503", SpanStatusCode.ERROR],
      [1, undefined, "network-error", SpanStatusCode.ERROR],
      [2, 200, undefined, SpanStatusCode.UNSET],
    ]);
    expectWaitBetween(call, attempts);
  });
});

test("the span of an attempt has the names of the security schemes whose credentials it sends", async () => {
  const tokens = ["s3cret-1", undefined];
  service.answer = (response) =>
    response.writeHead(service.arrivals.length < 2 ? 503 : 200, { "content-type": "application/json" }).end("{}");
  const securitySchemes = { token: { type: "http", scheme: "bearer" }, key: { type: "apiKey", in: "query", name: "key" } };
  const tool = makeTool({ binding: { ...http, security: [{ token: [] }, { key: [] }] }, endpoint: { securitySchemes } });
  await tool.execute({}, { baseUrl: service.address, auth: { token: () => tokens.shift(), key: "s3cret-2" }, around });
  expect(spans().attempts.map(({ attributes }) => attributes["toolsetc.security_schemes"])).toEqual([["token"], ["key"]]);
});

test("the time that a hook waits before it calls again is in the span of no attempt", async () => {
  const statuses = [429, 200];
  service.answer = (response) => response.writeHead(statuses.shift() ?? 500, { "content-type": "application/json" }).end("{}");
  // The library repeats no request with this method.
  const tool = bindTool(makeTool({ binding: { ...http, method: "POST" } }), { baseUrl: service.address });
  const again: NonNullable<Context["around"]> = async (_call, next) => {
    await next().catch(() => undefined);
    await setTimeout(100);
    return next();
  };
  await tool.execute({}, { around: joined(around, again) });
  const { call, attempts } = spans();
  expect(attempts.map(({ attributes }) => attributes["error.type"])).toEqual(["429", undefined]);
  expectWaitBetween(call, attempts);
});

test("the span of a failed call has the code of the error, without its message", async () => {
  service.answer = (response) => response.writeHead(422, { "content-type": "application/json" }).end('{"message":"s3cret reason"}');
  await expect(overHttp().execute({}, { around })).rejects.toThrow(ToolError);
  const { call, attempts } = spans();
  expect(call.attributes["error.type"]).toBe("http-error");
  expect(call.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(attempts.map(({ attributes }) => attributes["error.type"])).toEqual(["422"]);
});

test("no value of a query is in a span, and an unknown method is named `HTTP`", async () => {
  const binding = { ...http, method: "QUERY", parameters: [parameter("word", "query"), parameter("key", "query")] };
  const tool = bindTool(makeTool({ binding }), { baseUrl: service.address });
  await tool.execute({ word: "s3cret argument", key: "s3cret" }, { around });
  const [attempt] = spans().attempts;
  expect(attempt?.name).toBe("HTTP");
  expect(attempt?.attributes).toMatchObject({
    "url.full": `${service.address}/?word=REDACTED&key=REDACTED`,
    "http.request.method": "_OTHER",
    "http.request.method_original": "QUERY",
  });
});

test("the caller's own hooks run as they do without spans", async () => {
  const seen: string[] = [];
  service.answer = (response) => response.writeHead(503).end();
  const own: Context = {
    onRequest: () => seen.push("request"),
    onResponse: () => seen.push("response"),
    retries: (_error, attempt) => {
      seen.push(`retry ${attempt}`);
      return attempt < 2 ? 0 : undefined;
    },
  };
  await expect(overHttp(own).execute({}, { around })).rejects.toThrow(ToolError);
  expect(seen).toEqual(["request", "response", "retry 1", "request", "response", "retry 2"]);
});

test("a call that is not sampled adds no hooks to its request", async () => {
  const off = new sdk.BasicTracerProvider({ sampler: new sdk.AlwaysOffSampler() });
  let isHooked: boolean | undefined;
  const fake = (_input: unknown, context: Context) => {
    isHooked = context.onRequest !== undefined;
    return { id: 7 };
  };
  const tool = overHttp({ fakes: { shop_call: fake }, around: traced({ tracer: off.getTracer("test") }) });
  expect(await tool.execute({})).toEqual({ id: 7 });
  expect(isHooked).toBe(false);
});

test("the example in the documentation records calls with the digest of the lock", async () => {
  trace.setGlobalTracerProvider(provider);
  try {
    const [tool] = observed([overHttp()], "lock");
    await tool.execute({});
    expect(spans().call.attributes["toolsetc.lock.digest"]).toMatch(/^[0-9a-f]{64}$/);
    expect(trace.getSpan(ROOT_CONTEXT)).toBeUndefined();
  } finally {
    trace.disable();
  }
});
