import { afterEach, describe, expect, test } from "vitest";
import type { Context } from "../../src/runtime/context.ts";
import { createMcp, type McpCaller } from "../../src/runtime/mcp/mcp.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { defineTool } from "../../src/runtime/tool/define-tool.ts";
import type { Tool } from "../../src/runtime/tool/tool.ts";
import { defineToolset } from "../../src/runtime/toolset.ts";
import { endpoint } from "./fixture.ts";
import {
  type Arrival,
  type Listening,
  listen as listenAlone,
  schema,
  newServer as startNew,
  oldServer as startOld,
} from "./mcp-era-servers.ts";

let closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

/** Closes it after the test. */
function closed<Server extends Listening>(server: Server): Server {
  closing.push(() => server.close());
  return server;
}

const listen = async (...given: Parameters<typeof listenAlone>) => closed(await listenAlone(...given));
const newServer = async (...given: Parameters<typeof startNew>) => closed(await startNew(...given));
const oldServer = async (version: string) => closed(await startOld(version));

function makeTool(address: string, transport: McpCaller = caller()): Tool {
  return defineTool({
    toolset: defineToolset({
      format: 2,
      uses: [allParts],
      name: "shop",
      displayName: "Shop",
      connection: { ...endpoint, kind: "mcp", definition: { mcpToolset: { serverAddress: address } }, timeout: 20_000 },
      transport,
    }),
    id: "find",
    name: "shop_find",
    description: "Finds goods.",
    input: schema,
    output: { type: "object", properties: { result: {} }, required: ["result"] },
    mcp: { tool: "find" },
  });
}

function caller(): McpCaller {
  const made = createMcp();
  closing.push(() => made.close());
  return made;
}

const methods = (arrivals: readonly Arrival[]) => arrivals.map(({ message }) => message.method);

describe("a server of 2026-07-28", () => {
  test("is called without a handshake, and each request has the version and the capabilities", async () => {
    const { address, arrivals } = await newServer();
    const tool = makeTool(address);
    expect(await tool.execute({ words: "tea", limit: 2 })).toEqual({ result: '{"words":"tea","limit":2}' });
    expect(await tool.execute({ words: " grün" })).toEqual({ result: '{"words":" grün"}' });
    expect(methods(arrivals)).toEqual(["server/discover", "tools/list", "tools/call", "tools/call"]);
    expect(arrivals.every(({ method }) => method === "POST")).toBe(true);
    const [, , first, second] = arrivals;
    expect(first?.headers).toMatchObject({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "find",
      "mcp-param-words": "tea",
    });
    expect(second?.headers["mcp-param-words"]).toBe(`=?base64?${Buffer.from(" grün").toString("base64")}?=`);
    expect(Object.keys(first?.headers ?? {}).filter((name) => name.includes("toolsetc"))).toEqual([]);
    expect(first?.message.params?.["_meta"]).toMatchObject({
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
      "io.modelcontextprotocol/clientInfo": { name: "toolsetc" },
    });
  });

  test.each([
    ["as long as the server says", 60_000, 1],
    ["for no call if the server says nothing", 0, 3],
  ])("is called by a kept list of its tools %s", async (_what, ttl, lists) => {
    const { address, arrivals } = await newServer({ ttl });
    const tool = makeTool(address);
    for (const words of ["a", "b", "c"]) await tool.execute({ words });
    expect(methods(arrivals).filter((method) => method === "tools/list")).toHaveLength(lists);
  });

  test("is asked for its list again once the time of the list is over", async () => {
    const { address, offer } = await newServer({ ttl: 300 });
    const tool = makeTool(address);
    await tool.execute({ words: "a" });
    offer.listed = [];
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect(tool.execute({ words: "a" })).rejects.toMatchObject({ code: "drift", sent: false });
  });

  test("is asked for its list again, once, if it requires other headers than the list had", async () => {
    const { address, arrivals, offer } = await newServer({ header: "mcp-param-words" });
    const tool = makeTool(address);
    const ignoring: Context = { drift: "ignore" };
    // Without a list, nobody knows the headers.
    expect(await tool.execute({ words: "a" }, ignoring)).toEqual({ result: '{"words":"a"}' });
    expect(methods(arrivals)).toEqual(["server/discover", "tools/call", "tools/list", "tools/call"]);
    offer.listed = [{ name: "find", inputSchema: { ...schema, properties: { words: { type: "string", "x-mcp-header": "Other" } } } }];
    offer.header = "mcp-param-other";
    expect(await tool.execute({ words: "b" }, ignoring)).toEqual({ result: '{"words":"b"}' });
    expect(arrivals.at(-1)?.headers["mcp-param-other"]).toBe("b");
  });

  test("has no tool that names headers which are not allowed", async () => {
    const properties = { words: { type: "string", "x-mcp-header": "not a token" } };
    const { address } = await newServer({ listed: [{ name: "find", inputSchema: { ...schema, properties } }] });
    await expect(makeTool(address).execute({ words: "a" })).rejects.toMatchObject({ code: "drift" });
  });

  test("gets an answer to a request for input that has what it gave, but not what a program cannot answer", async () => {
    const question = {
      method: "elicitation/create",
      params: { message: "Who are you?", requestedSchema: { type: "object", properties: {} } },
    };
    const hints = { resultType: "complete", ttlMs: 60_000, cacheScope: "private" };
    const answers: { readonly [method: string]: object } = {
      "server/discover": { ...hints, supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
      "tools/list": { ...hints, tools: [{ name: "find", inputSchema: schema }] },
    };
    const result = ({ method, params: { requestState, arguments: given } = {} }: Arrival["message"]) => {
      if (answers[method] !== undefined) return answers[method];
      if (JSON.stringify(given).includes("who")) return { resultType: "input_required", inputRequests: { who: question } };
      if (requestState === undefined) return { resultType: "input_required", requestState: "later" };
      return { resultType: "complete", content: [{ type: "text", text: requestState }] };
    };
    const asking = await listen(({ message }) => Response.json({ jsonrpc: "2.0", id: message.id, result: result(message) }));
    expect(await makeTool(asking.address).execute({ words: "a" })).toEqual({ result: "later" });
    await expect(makeTool(asking.address).execute({ words: "who" })).rejects.toMatchObject({
      name: "ToolError",
      code: "tool-failed",
      message: "The server requests input from a person or a model. This library does not support such requests.",
    });
  });

  test("stops its work when the call is cancelled", async () => {
    const controller = new AbortController();
    const call = () => {
      controller.abort();
      return new Promise<never>(() => undefined);
    };
    const { address } = await newServer({ call });
    await expect(makeTool(address).execute({ words: "a" }, { signal: controller.signal })).rejects.toMatchObject({
      code: "cancelled",
      sent: true,
    });
  });
});

test.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])(
  "a server of %s is called after the older handshake",
  async (version) => {
    const { address, arrivals } = await oldServer(version);
    const tool = makeTool(address);
    expect(await tool.execute({ words: "tea" })).toEqual({ result: '{"words":"tea"}' });
    expect(methods(arrivals)).toEqual(["server/discover", "initialize", "notifications/initialized", "tools/list", "tools/call"]);
    // Nothing of the newer revision is in what comes after the question for it.
    expect(
      arrivals.slice(1).flatMap(({ headers }) => Object.keys(headers).filter((name) => /^mcp-(method|name|param)/.test(name))),
    ).toEqual([]);
    expect(arrivals.at(-1)?.headers["mcp-protocol-version"]).toBe(version);
  },
);
