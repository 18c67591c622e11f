import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Auth, type Binding, bindTool, type CallInfo, type Context, type Tool } from "../../../src/runtime/index.ts";
import { mcp } from "../../../src/runtime/mcp/mcp.ts";
import { http, makeTool } from "../fixture.ts";
import { type Loopback, startLoopback } from "../loopback.ts";
import { type RunningServer, startMcpServer } from "../mcp-server.ts";
import { shortenWaits } from "../short-waits.ts";
import { audited, cached, joined, limited, repeated } from "./hooks.ts";
import { patient } from "./retries.ts";

// What the hooks wait too.
shortenWaits(10_000);

let service: Loopback;
let server: RunningServer;
beforeAll(async () => {
  service = await startLoopback();
  server = await startMcpServer();
  server.tools = [{ name: "find", inputSchema: { type: "object" } }];
});
beforeEach(() => {
  service.arrivals.length = 0;
  service.answer = (response) => response.setHeader("content-type", "application/json").end('{"id":7}');
});
afterAll(async () => {
  await mcp.close();
  await Promise.all([service.close(), server.close()]);
});

const overHttp = (options: Context = {}) => bindTool(makeTool({ binding: http }), { baseUrl: service.address, ...options });

interface Way {
  readonly tool: Tool;
  /** The number of requests that a call of it sends. */
  readonly requests: number;
  /** The names of the security schemes whose credentials it sends. */
  readonly schemes?: readonly string[];
}

/** A tool of each transport. */
const ways: { readonly [transport in Binding["transport"] | "fake"]: () => Way } = {
  http: () => ({ tool: overHttp(), requests: 1 }),
  mcp: () => {
    const apiAuthentication = { bearerTokenConfig: { token: "$context.variables.token" } };
    const definition = { mcpToolset: { serverAddress: server.address, apiAuthentication } };
    const binding = {
      transport: "mcp",
      tool: "find",
      structured: false,
      output: "result",
      destructive: false,
      digest: null,
      waiting: null,
    } as const;
    const tool = makeTool({ binding, endpoint: { kind: "mcp", definition } });
    return { tool: bindTool(tool, { auth: { bearerToken: "s3cret" } }), requests: 1, schemes: ["bearerToken"] };
  },
  connector: () => {
    const binding = { transport: "connector", operation: "list", target: "Ticket", inputFields: [], outputFields: [] } as const;
    const definition = { connectorToolset: { connection: "projects/p-1/locations/europe-west1/connections/support" } };
    const tool = makeTool({ binding, endpoint: { kind: "connector", definition } });
    return { tool: bindTool(tool, { baseUrl: service.address, auth: { google: "s3cret" } }), requests: 1, schemes: ["google"] };
  },
  client: () => {
    const tool = makeTool({ binding: { transport: "client", function: "call" } });
    return { tool: bindTool(tool, { handlers: { shop_call: () => ({ id: 7 }) } }), requests: 0 };
  },
  fake: () => ({ tool: overHttp({ fakes: { shop_call: () => ({ id: 7 }) } }), requests: 0 }),
};

describe.each(Object.entries(ways))("a tool of the kind %s", (_name, way) => {
  test("calls the hook `around` with the call and its result, and takes a result that the hook makes instead", async () => {
    const { tool, requests, schemes = [] } = way();
    const lines: object[] = [];
    const around = vi.fn(audited((line) => lines.push(line)));
    const result = await tool.execute({ a: 1 }, { around, toolCallId: "call-1" });
    expect(around).toHaveBeenCalledOnce();
    expect(around.mock.calls[0]?.[0]).toMatchObject({ tool: "shop_call", toolset: "shop", toolCallId: "call-1", input: { a: 1 } });
    expect(lines).toEqual([
      { tool: "shop_call", toolCallId: "call-1", outcome: "success", attempts: requests, schemes, milliseconds: expect.any(Number) },
    ]);
    expect(await tool.execute({}, { around: () => ({ kept: result }) })).toEqual({ kept: result });
  });

  test("is called again if the hook `around` does so, and an error of the hook ends the call", async () => {
    const { tool } = way();
    const results: unknown[] = [];
    await tool.execute({}, { around: async (_call, next) => results.push(await next(), await next()) });
    expect(results).toHaveLength(2);
    const refusal = new Error("Not now.");
    await expect(tool.execute({}, { around: () => Promise.reject(refusal) })).rejects.toBe(refusal);
  });
});

test("the hook `around` does not run for invalid arguments, and its result is validated too", async () => {
  const around = vi.fn(() => ({ id: "seven" }));
  const output = { type: "object", properties: { id: { type: "integer" } } };
  const tool = bindTool(makeTool({ binding: http, input: { type: "object", required: ["id"] }, output }), { around });
  await expect(tool.execute({})).rejects.toMatchObject({ code: "invalid-arguments" });
  expect(around).not.toHaveBeenCalled();
  await expect(tool.execute({ id: 7 }, { output: "strict" })).rejects.toMatchObject({ code: "invalid-response" });
});

test("the hook `audited` counts the attempts of a call and records its error code", async () => {
  service.answer = (response) => response.writeHead(503).end();
  const lines: object[] = [];
  const onRequest = vi.fn();
  await expect(overHttp().execute({}, { around: audited((line) => lines.push(line)), onRequest })).rejects.toMatchObject({
    code: "http-error",
  });
  expect(lines).toEqual([expect.objectContaining({ outcome: "http-error", attempts: 3 })]);
  expect(onRequest).toHaveBeenCalledTimes(3);
});

test("the hook `audited` records whose credentials each attempt sends, and not the credentials", async () => {
  const tokens = ["s3cret-1", undefined];
  service.answer = (response) => {
    if (service.arrivals.length < 2) response.writeHead(503).end();
    else response.setHeader("content-type", "application/json").end("{}");
  };
  const securitySchemes = {
    token: { type: "http", scheme: "bearer" },
    key: { type: "apiKey", in: "header", name: "x-key" },
    certificate: { type: "mutualTLS" },
    pending: { type: "oauth2" },
  };
  const security = [{ token: [] }, { key: [], certificate: [], pending: [] }];
  const tool = bindTool(makeTool({ binding: { ...http, security }, endpoint: { securitySchemes } }), { baseUrl: service.address });
  const auth: Auth = {
    token: () => tokens.shift(),
    key: "s3cret-2",
    certificate: "certificate",
    pending: () => ({ text: undefined, renew: async () => false }),
  };
  const seen: CallInfo[] = [];
  const lines: object[] = [];
  await tool.execute({}, { auth, around: audited((line) => lines.push(line)), onRequest: (_request, info) => seen.push(info) });
  expect(service.arrivals.map(({ headers }) => [headers.authorization, headers["x-key"]])).toEqual([
    ["Bearer s3cret-1", undefined],
    [undefined, "s3cret-2"],
  ]);
  expect(seen.map(({ usedSchemes }) => usedSchemes)).toEqual([["token"], ["key", "certificate"]]);
  expect(lines).toEqual([expect.objectContaining({ attempts: 2, schemes: ["token", "key", "certificate"] })]);
  expect(JSON.stringify([seen, lines])).not.toContain("s3cret");
});

test("the hook `cached` sends equal calls once", async () => {
  const tool = overHttp({ around: cached(60, ({ tool: name }) => name === "shop_call") });
  await Promise.all([tool.execute({ a: 1 }), tool.execute({ a: 1 }), tool.execute({ a: 2 })]);
  expect(service.arrivals).toHaveLength(2);
});

test("the hook `limited` runs at most the given number of calls at once", async () => {
  let running = 0;
  let most = 0;
  service.answer = (response) => {
    most = Math.max(most, ++running);
    setTimeout(() => {
      running--;
      response.setHeader("content-type", "application/json").end("{}");
    }, 20);
  };
  const tool = overHttp({ around: limited(3) });
  await Promise.all(Array.from({ length: 12 }, () => tool.execute({})));
  expect(most).toBe(3);
});

test("a call that waits for the hook `limited` may be cancelled, and the others go on", async () => {
  let release = () => undefined as unknown;
  service.answer = (response) => {
    release = () => response.setHeader("content-type", "application/json").end("{}");
  };
  const tool = overHttp({ around: limited(1) });
  const controller = new AbortController();
  const first = tool.execute({});
  await vi.waitFor(() => expect(service.arrivals).toHaveLength(1));
  const second = tool.execute({}, { signal: controller.signal });
  const third = tool.execute({});
  controller.abort(new Error("Not needed any more."));
  await expect(second).rejects.toThrow("Not needed any more.");
  release();
  await first;
  await vi.waitFor(() => expect(service.arrivals).toHaveLength(2));
  release();
  await third;
});

test("tools of `patient` are tried again more often, and after more statuses", async () => {
  const statuses = [502, 503, 504, 429];
  service.answer = (response) => {
    const status = statuses.shift();
    if (status !== undefined) response.writeHead(status, { "retry-after": "0" }).end();
    else response.setHeader("content-type", "application/json").end("{}");
  };
  const [tool] = patient([overHttp()]);
  expect(await tool.execute({})).toEqual({});
  expect(service.arrivals).toHaveLength(5);
}, 20_000);

test("hooks that are joined run inside each other: calls are repeated, and recorded once", async () => {
  let arrived = 0;
  service.answer = (response) => {
    if (++arrived < 5) response.writeHead(429).end();
    else response.setHeader("content-type", "application/json").end("{}");
  };
  const lines: object[] = [];
  const around = joined(
    audited((line) => lines.push(line)),
    repeated(2),
  );
  expect(await overHttp().execute({}, { around })).toEqual({});
  expect(lines).toEqual([expect.objectContaining({ outcome: "success", attempts: 5 })]);
});
