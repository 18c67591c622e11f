import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { getForecast, type names, searchPlaces } from "../../generated/toolsets/weather/index.ts";
import {
  AppBindingError,
  type ApprovalDecision,
  type DotCraftApprovalRequest,
  type DotCraftOptions,
  dotcraft,
  type Wire,
} from "../../src/runtime/adapters/dotcraft.ts";
import type { Tool } from "../../src/runtime/tool/tool.ts";
import { ToolError } from "../../src/runtime/tool-error.ts";
import { emptyObject, type Loopback, startLoopback } from "../runtime/loopback.ts";
import { shortenWaits } from "../runtime/short-waits.ts";
import { type Connection, connect, type Settings, type Step, sdkDispatch } from "./dotcraft/client.ts";
import { compileShop } from "./dotcraft/shop.ts";
import { failingHooks } from "./failing-hooks.ts";

shortenWaits();

// DotCraft's SDK is in no package registry. The other side is a program that speaks the published protocol and enforces its rules.

let api: Loopback;
let shop: readonly Tool[];
beforeAll(async () => {
  api = await startLoopback();
  shop = (await compileShop()).tools.filter(({ name }) => name.length < 64);
});
afterAll(() => api.close());
beforeEach(() => {
  api.arrivals.length = 0;
  api.answer = (response) => response.setHeader("content-type", "application/json").end('{"id":7,"name":"cup"}');
});

const connections: Connection[] = [];
afterEach(async () => {
  await Promise.all(connections.splice(0).map((each) => each.close()));
});

async function open(settings: Settings): Promise<Connection> {
  const connection = await connect(settings);
  connections.push(connection);
  return connection;
}

/** One turn of these steps, in a thread that has the shop's tools. */
async function run(steps: readonly Step[], options: DotCraftOptions = {}, wire: Wire = "v2") {
  const adapter = dotcraft(shop, { baseUrl: api.address, ...options, wire });
  const connection = await open({ wire, capabilities: adapter.capabilities, requests: adapter.requests });
  return connection.run(await connection.start(adapter.declarations), steps);
}

const getItem: Step = { namespace: "shop", tool: "get_item", arguments: { id: 7 } };
const deleteItem: Step = { namespace: "shop", tool: "delete_item", arguments: { id: 7 } };

describe.each<Wire>(["v2", "legacy"])("a server of DotCraft with the protocol %s", (wire) => {
  test("accepts the declarations, which contain no handlers and no schemas of results", async () => {
    const { declarations, dynamicTools } = dotcraft(shop, { wire });
    await (await open({ wire })).start(declarations);
    expect(JSON.stringify(declarations)).not.toMatch(/handler|outputSchema|annotations/);
    expect(sdkDispatch(dynamicTools).declarations).toEqual(declarations);
  });

  test("gets a text and the structured result of a call", async () => {
    const result = { success: true, contentItems: [{ type: "text", text: '{"id":7,"name":"cup"}' }] };
    const member = wire === "v2" ? "structuredContent" : "structuredResult";
    expect(await run([getItem], {}, wire)).toEqual([{ ...result, [member]: { id: 7, name: "cup" } }]);
    expect(api.arrivals.map(({ method, url }) => `${method} ${url}`)).toEqual(["GET /items/7"]);
  });

  test("gets a code, a message and a text for a failed call", async () => {
    api.answer = (response) => response.writeHead(503).end("secret");
    const errorMessage = "The service responded with status 503.";
    expect(await run([getItem], {}, wire)).toEqual([
      { success: false, errorCode: "HttpError", errorMessage, contentItems: [{ type: "text", text: `HttpError: ${errorMessage}` }] },
    ]);
  });

  test("gets an error for invalid arguments, and nothing is sent to the service", async () => {
    const [result] = await run([{ ...getItem, arguments: { id: "seven" } }], {}, wire);
    expect(result).toMatchObject({ success: false, errorCode: "InvalidArguments", errorMessage: expect.stringContaining("/id") });
    expect(api.arrivals).toEqual([]);
  });

  test("gets results through the bindings of DotCraft's SDK too", async () => {
    const { dynamicTools } = dotcraft(shop, { baseUrl: api.address, wire });
    const { declarations, call } = sdkDispatch(dynamicTools);
    const connection = await open({ wire, requests: { "item/tool/call": call } });
    const thread = await connection.start(declarations);
    expect(await connection.run(thread, [getItem])).toMatchObject([{ success: true }]);
    expect(await connection.run(thread, [{ tool: "nothing", unknown: true }])).toMatchObject([{ errorCode: "UnsupportedTool" }]);
  });
});

describe("a declaration for DotCraft", () => {
  test("of a toolset is a namespace, and of a single tool stands alone", () => {
    const { declarations } = dotcraft(shop, { namespaces: { shop: "What the shop has." } });
    expect(declarations).toMatchObject([
      { type: "namespace", name: "shop", description: "What the shop has." },
      { type: "function", name: "show_on_map" },
    ]);
    const [namespace] = declarations;
    expect(namespace?.type === "namespace" && namespace.tools.map(({ name }) => name).sort()).toEqual(
      ["delete_item", "find_items", "get_item", "get_photo", "reset"].sort(),
    );
    expect(dotcraft(shop).declarations[0]).toMatchObject({ description: "Tools of shop." });
  });

  test("in the legacy protocol names the namespace of each tool", () => {
    const { declarations } = dotcraft(shop, { wire: "legacy" });
    expect(declarations.map(({ namespace, name }) => [namespace, name])).toContainEqual(["shop", "get_item"]);
    expect(declarations.every((declaration) => !("type" in declaration))).toBe(true);
  });

  test("is deferred only for lazy tools in a namespace", async () => {
    const lazy = (tool: Tool) => ({ ...tool, lazy: true });
    const [namespace, alone] = dotcraft(shop.map(lazy)).declarations;
    expect(namespace?.type === "namespace" && namespace.tools.every(({ deferLoading }) => deferLoading === true)).toBe(true);
    expect(alone).not.toHaveProperty("deferLoading");
    await (await open({})).start(dotcraft(shop.map(lazy)).declarations);
    expect(JSON.stringify(dotcraft(shop).declarations).match(/deferLoading/g)).toHaveLength(1);
    // The flat form has no such member.
    const { declarations, dynamicTools } = dotcraft(shop.map(lazy), { wire: "legacy" });
    await (await open({ wire: "legacy" })).start(declarations);
    expect(JSON.stringify([declarations, dynamicTools])).not.toContain("deferLoading");
  });

  test("stands alone if its name with the namespace would be over 64 bytes", async () => {
    const { tools } = await compileShop();
    const { declarations, identities } = dotcraft(tools);
    const long = tools.find(({ name }) => name.length === 64)?.name ?? "";
    expect(identities[long]).toEqual({ namespace: null, tool: long });
    await (await open({})).start(declarations);
    const tool = declarations.find(({ name }) => name === long);
    const inside = { type: "namespace", name: "shop", description: "What the shop has.", tools: [tool] };
    await expect((await open({})).start([inside])).rejects.toThrow("over 64 bytes");
  });

  test("shares a namespace with toolsets of a similar name, and has a name of its own there", async () => {
    const [first] = shop;
    if (first === undefined) throw new Error("There are no tools.");
    const in_ = (name: string, toolset: string): Tool => ({ ...first, name, toolset: { ...first.toolset, name: toolset } });
    const { declarations, identities } = dotcraft([in_("a_b_x", "a b"), in_("x", "a_b"), in_("y", "a_b")]);
    expect(identities).toEqual({
      a_b_x: { namespace: "a_b", tool: "x" },
      x: { namespace: null, tool: "x" },
      y: { namespace: "a_b", tool: "y" },
    });
    await (await open({})).start(declarations);
    expect(() => dotcraft([in_("a_b_x", "a b"), in_("a_b__x", "a_b__x")])).toThrow('Two tools would have the name "a_b__x" in DotCraft');
    expect(() => dotcraft([first, first])).toThrow("Two tools have the name");
  });

  test("without a description gets one, because the server would refuse it", async () => {
    const bare = shop.map((tool) => ({ ...tool, description: "", title: "" }));
    await (await open({})).start(dotcraft(bare).declarations);
  });

  test("contains the approval in the metadata of a tool, and an invalid one throws", () => {
    const [namespace] = dotcraft(shop).declarations;
    expect(namespace?.type === "namespace" && namespace.tools.find(({ name }) => name === "reset")?.approval).toEqual({
      kind: "remoteResource",
      targetArgument: "scope",
      operation: "reset",
    });
    const wrong = shop.map((tool) => ({ ...tool, metadata: { dotcraft: { approval: { kind: "network" } } } }));
    expect(() => dotcraft(wrong)).toThrow("`metadata.dotcraft.approval`");
  });

  test("is replaced, kept or cleared when a thread is resumed", async () => {
    const { declarations, requests } = dotcraft(shop, { baseUrl: api.address });
    const connection = await open({ requests });
    const thread = await connection.start();
    const offered = async () =>
      (await connection.run(thread, [getItem])).map((result) => (result as { success?: boolean }).success === true);
    expect(await offered()).toEqual([false]);
    await connection.resume(thread, declarations);
    expect(await offered()).toEqual([true]);
    await connection.resume(thread);
    expect(await offered()).toEqual([true]);
    await connection.resume(thread, dotcraft([]).declarations);
    expect(await offered()).toEqual([false]);
  });
});

describe("a result for DotCraft", () => {
  test("is cut in the text for the model, and whole in the structured result", async () => {
    const items = Array.from({ length: 40 }, (_, id) => ({ id, name: "cup" }));
    api.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify(items));
    const [result] = (await run([{ namespace: "shop", tool: "find_items" }])) as [
      { contentItems: [{ text: string }]; structuredContent: object },
    ];
    expect(result.contentItems[0].text.length).toBeLessThanOrEqual(120);
    expect(result.contentItems[0].text).toContain("_cut");
    expect(result.structuredContent).toEqual({ result: items });
    const [legacy] = (await run([{ namespace: "shop", tool: "find_items" }], {}, "legacy")) as [{ structuredResult: object }];
    expect(JSON.stringify(legacy.structuredResult).length).toBeLessThanOrEqual(120);
  });

  test("is an image if the service returns one", async () => {
    api.answer = (response) => response.setHeader("content-type", "image/png").end(Buffer.from([1, 2, 3]));
    expect(await run([{ namespace: "shop", tool: "get_photo", arguments: { id: 7 } }])).toMatchObject([
      {
        success: true,
        contentItems: [
          { type: "text", text: "The result is an image of type image/png." },
          { type: "image", mediaType: "image/png", dataBase64: "AQID" },
        ],
      },
    ]);
  });

  test("of a client function comes from its handler, and is an error without a handler", async () => {
    const step: Step = { tool: "show_on_map", arguments: { city: "Rome" } };
    const handlers = { show_on_map: ({ city }: { city: string }) => ({ shown: city }) };
    expect(await run([step], { handlers })).toMatchObject([{ success: true, structuredContent: { shown: "Rome" } }]);
    expect(await run([step])).toMatchObject([{ success: false, errorCode: "UnboundClientFunction" }]);
    const silent = { show_on_map: () => undefined };
    expect(await run([step], { handlers: silent })).toEqual([{ success: true, contentItems: [{ type: "text", text: "null" }] }]);
  });

  test("is the error UnsupportedTool for an unknown tool, or for a name in another namespace", async () => {
    const unknown = { arguments: {}, unknown: true } as const;
    const results = await run([
      { namespace: "shop", tool: "nothing", ...unknown },
      { namespace: "other", tool: "get_item", ...unknown },
      { tool: "shop__get_item", ...unknown },
    ]);
    expect(results).toMatchObject(results.map(() => ({ success: false, errorCode: "UnsupportedTool" })));
  });

  test("is the error AdapterToolCallFailed without any detail if a handler throws", async () => {
    const handlers = {
      show_on_map: () => {
        throw new Error("password 1234");
      },
    };
    expect(await run([{ tool: "show_on_map", arguments: { city: "Rome" } }], { handlers })).toEqual([
      {
        success: false,
        errorCode: "AdapterToolCallFailed",
        errorMessage: "The tool failed.",
        contentItems: [{ type: "text", text: "AdapterToolCallFailed: The tool failed." }],
      },
    ]);
  });

  test("that is an error is also passed to the hook `onError`, with its cause", async () => {
    const cause = new Error("password 1234");
    const failing = () => {
      throw cause;
    };
    const onError = vi.fn();
    const steps: Step[] = [
      { tool: "show_on_map", arguments: { city: "Rome" } },
      getItem,
      { namespace: "shop", tool: "nothing", arguments: {}, unknown: true },
      deleteItem,
    ];
    api.answer = (response) => response.writeHead(503).end("secret");
    await run(steps, { handlers: { show_on_map: failing }, approve: failing, onError });
    const id = expect.stringMatching(/^call_/);
    expect(onError.mock.calls).toEqual([
      [cause, { id, name: "show_on_map", arguments: { city: "Rome" } }],
      [expect.objectContaining({ code: "http-error" }), { id, name: "shop_get_item", arguments: { id: 7 } }],
      [expect.objectContaining({ code: "unknown-tool" }), { id, name: "nothing", arguments: {} }],
      [expect.objectContaining({ code: "declined", sent: false, cause }), { id, name: "shop_delete_item", arguments: { id: 7 } }],
    ]);
  });

  test.each(failingHooks)("is returned although the hook `onError` %s", async (_how, onError) => {
    api.answer = (response) => response.writeHead(503).end();
    expect(await run([getItem], { onError })).toMatchObject([{ success: false, errorCode: "HttpError" }]);
    expect(await run([deleteItem], { onError })).toMatchObject([{ success: false, errorCode: "ApprovalDeclined" }]);
  });

  test("comes from a call whose hooks get the id of the model's call", async () => {
    const seen: unknown[] = [];
    await run([getItem], { onRequest: (_request, { toolCallId }) => seen.push(toolCallId) });
    expect(seen).toEqual([expect.stringMatching(/^call_/)]);
  });

  test.each([
    [401, "AppBindingExpired"],
    [403, "AppBindingScopeDenied"],
    [500, "AppBindingToolUnavailable"],
  ])("of an App Binding is for the status %i the error %s", async (status, errorCode) => {
    api.answer = (response) => response.writeHead(status).end();
    const errorMessage = `The service responded with status ${status}.`;
    expect(await run([getItem], { errorCodes: "appBinding" })).toEqual([
      {
        success: false,
        errorCode,
        errorMessage,
        structuredContent: { code: "http-error", sent: true },
        contentItems: [{ type: "text", text: `${errorCode}: ${errorMessage}` }],
      },
    ]);
  });

  test.each<[string, () => unknown]>([
    ["AppBindingRevoked", () => new AppBindingError("AppBindingRevoked", "The user has disconnected the app.")],
    ["AppBindingOffline", () => new ToolError("network-error", "It is away.", { tool: "show_on_map", sent: false })],
    ["AppBindingExpired", () => new ToolError("authorization-failed", "No token.", { tool: "show_on_map", sent: false })],
    ["AppBindingProtocolViolation", () => new ToolError("invalid-response", "Not that.", { tool: "show_on_map", sent: true })],
    ["AppBindingToolUnavailable", () => new TypeError("x")],
  ])("of an App Binding is the error %s if a handler throws it", async (errorCode, error) => {
    const handlers = {
      show_on_map: () => {
        throw error();
      },
    };
    const step: Step = { tool: "show_on_map", arguments: { city: "Rome" } };
    expect(await run([step], { handlers, errorCodes: "appBinding" })).toMatchObject([{ success: false, errorCode, structuredContent: {} }]);
  });
});

describe("an approval for DotCraft", () => {
  const results = (given: readonly unknown[]) => given.map((each) => (each as { errorCode?: string }).errorCode ?? "made");

  test("is refused without `approve`, both for tools and for what the server asks", async () => {
    const approval = { approvalType: "shell", operation: "rm -rf build", target: "/" };
    expect(await run([deleteItem, { approval }])).toMatchObject([{ errorCode: "ApprovalDeclined" }, { decision: "decline" }]);
    expect(api.arrivals).toEqual([]);
  });

  test.each<[ApprovalDecision | boolean, readonly string[], number]>([
    ["accept", ["made", "made"], 2],
    [true, ["made", "made"], 2],
    [false, ["ApprovalDeclined", "ApprovalDeclined"], 2],
    ["acceptForSession", ["made", "made"], 1],
    ["acceptAlways", ["made", "made"], 1],
    ["decline", ["ApprovalDeclined", "ApprovalDeclined"], 2],
    ["cancel", ["ApprovalCancelled", "ApprovalCancelled"], 2],
  ])("decides two calls of one tool, and is remembered or not: %s", async (decision, expected, times) => {
    const approve = vi.fn((_request: DotCraftApprovalRequest) => decision);
    const onCancel = vi.fn();
    api.answer = (response) => response.writeHead(204).end();
    expect(results(await run([deleteItem, deleteItem], { approve, onCancel }))).toEqual(expected);
    expect(approve).toHaveBeenCalledTimes(times);
    expect(onCancel).toHaveBeenCalledTimes(decision === "cancel" ? 2 : 0);
    expect(api.arrivals).toHaveLength(expected.filter((each) => each === "made").length);
    expect(approve.mock.calls[0]?.[0]).toMatchObject({
      operation: "shop_delete_item",
      tool: { name: "shop_delete_item" },
      input: { id: 7 },
    });
  });

  test("of the server's own requests is remembered by the scope of the request", async () => {
    const approve = vi.fn((): ApprovalDecision => "acceptForSession");
    const request = (scopeKey: string) => ({ approval: { approvalType: "shell", operation: "ls", target: "/", scopeKey } });
    const steps = [request("shell:a"), request("shell:a"), request("shell:b")];
    expect(await run(steps, { approve })).toEqual([
      { decision: "acceptForSession" },
      { decision: "accept" },
      { decision: "acceptForSession" },
    ]);
    expect(approve).toHaveBeenCalledTimes(2);
  });

  test("for a session covers one thread, and for always covers what the program's store keeps", async () => {
    api.answer = (response) => response.writeHead(204).end();
    const decisions: ApprovalDecision[] = ["acceptForSession", "acceptAlways"];
    const approve = vi.fn(() => decisions.shift() ?? "decline");
    const always = new Set<string>();
    const adapter = dotcraft(shop, { baseUrl: api.address, approve, always });
    const connection = await open({ requests: adapter.requests });
    const [one, other] = [await connection.start(adapter.declarations), await connection.start(adapter.declarations)];
    for (const thread of [one, one, other, other, one]) expect(results(await connection.run(thread, [deleteItem]))).toEqual(["made"]);
    expect(approve).toHaveBeenCalledTimes(2);
    expect([...always]).toEqual(['toolsetc:["shop","delete_item"]']);
    // Another program that is given what was kept.
    expect(results(await run([deleteItem], { always: new Set(always) }))).toEqual(["made"]);
    expect(results(await run([deleteItem], { always: { has: async () => true, add: async () => undefined } }))).toEqual(["made"]);
  });

  test("is refused if `approve` or the store fails", async () => {
    const fail = () => {
      throw new Error("away");
    };
    expect(results(await run([deleteItem], { approve: fail }))).toEqual(["ApprovalDeclined"]);
    expect(results(await run([deleteItem], { always: { has: fail, add: fail } }))).toEqual(["ApprovalDeclined"]);
    expect(results(await run([deleteItem], { approve: () => "yes" as ApprovalDecision }))).toEqual(["ApprovalDeclined"]);
    api.answer = emptyObject;
    expect(results(await run([deleteItem], { approve: () => "acceptAlways", always: { has: () => false, add: fail } }))).toEqual(["made"]);
  });

  test("is not requested for invalid arguments", async () => {
    const approve = vi.fn((): ApprovalDecision => "accept");
    expect(results(await run([{ ...deleteItem, arguments: {} }], { approve }))).toEqual(["InvalidArguments"]);
    expect(approve).not.toHaveBeenCalled();
  });
});

describe("a question of DotCraft's server to the user", () => {
  const step = { questions: [{ id: "color", header: "Color", question: "Which color?", options: [{ label: "Red" }] }, { id: 5 }] };

  test("gets no answers without the option `answer`", async () => {
    expect(await run([step])).toEqual([{ answers: {} }]);
    expect(dotcraft(shop).capabilities).toEqual({ approvalSupport: true, requestUserInputSupport: false });
  });

  test("gets the answers that the option `answer` returns", async () => {
    const answer: NonNullable<DotCraftOptions["answer"]> = ({ questions }) => ({
      answers: Object.fromEntries(questions.map(({ id }) => [id, { answers: ["Red"] }])),
    });
    expect(await run([step], { answer })).toEqual([{ answers: { color: { answers: ["Red"] } } }]);
    expect(dotcraft(shop, { answer }).capabilities.requestUserInputSupport).toBe(true);
  });
});

test("the example for DotCraft in the README runs", async () => {
  const client = await exampleClient();
  // README
  const weather = dotcraft([getForecast, searchPlaces], {
    baseUrl: api.address,
    approve: async ({ operation }) => (operation.startsWith("weather_") ? "acceptForSession" : "decline"),
  });
  const { dynamicTools, approvalHandler, userInputHandler } = weather;
  const thread = await client({ approvalHandler, userInputHandler }).threads.start({ userId: "me", dynamicTools });
  // END
  api.answer = (response) => response.setHeader("content-type", "application/json").end('{"results":[]}');
  const [result] = await thread.run([{ namespace: "weather", tool: "search_places", arguments: { name: "Rome" } }]);
  expect(result).toMatchObject({ success: true, structuredContent: { results: [] } });
});

test("the adapter for DotCraft types the names of tools, handlers and approvals", () => {
  const weather = dotcraft([getForecast, searchPlaces]);
  expectTypeOf<keyof typeof weather.identities>().toEqualTypeOf<(typeof names)[number]>();
  // @ts-expect-error: two tools have one name.
  expect(() => dotcraft([getForecast, { ...searchPlaces, name: "weather_get_forecast" as const }])).toThrow("Two tools");
  // The published shapes of the SDK, which takes what is returned as it is.
  const { dynamicTools, approvalHandler, userInputHandler } = weather;
  expectTypeOf(dynamicTools).toExtend<SdkBinding[]>();
  expectTypeOf(approvalHandler).toExtend<(request: Record<string, unknown>) => Promise<ApprovalDecision> | ApprovalDecision>();
  expectTypeOf(userInputHandler).toExtend<(request: Record<string, unknown>) => Promise<Record<string, unknown>>>();
  expectTypeOf(dotcraft([getForecast], { wire: "legacy" }).dynamicTools[0]).not.toHaveProperty("type");
});

interface SdkFunction {
  type: "function";
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  deferLoading?: boolean;
  approval?: Record<string, unknown>;
  handler: (request: SdkRequest) => Promise<SdkResult> | SdkResult;
}

interface SdkRequest {
  threadId: string;
  turnId: string;
  callId: string;
  namespace?: string | null;
  tool: string;
  arguments: Record<string, unknown>;
}

interface SdkResult {
  success: boolean;
  contentItems?: (
    | { type: "text"; text: string }
    | { type: "image"; mediaType: string; url: string; dataBase64?: never }
    | { type: "image"; mediaType: string; dataBase64: string; url?: never }
  )[];
  structuredContent?: unknown;
  errorCode?: string;
  errorMessage?: string;
}

type SdkBinding = SdkFunction | { type: "namespace"; name: string; description: string; tools: SdkFunction[] };

/** What the example needs of the SDK, over the real connection. */
async function exampleClient() {
  const requests: Record<string, (params: never) => unknown> = {};
  const connection = await open({ requests });
  return (handlers: { approvalHandler: unknown; userInputHandler: unknown }) => ({
    threads: {
      start: async ({ dynamicTools }: { userId: string; dynamicTools: SdkBinding[] }) => {
        const { declarations, call } = sdkDispatch(dynamicTools);
        expect(handlers.approvalHandler).toBeTypeOf("function");
        requests["item/tool/call"] = call;
        const thread = await connection.start(declarations);
        return { run: (steps: readonly Step[]) => connection.run(thread, steps) };
      },
    },
  });
}
