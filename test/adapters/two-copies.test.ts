import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client as Client2, InMemoryTransport as InMemoryTransport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/server";
import { RunContext } from "@openai/agents";
import { runtimeFiles } from "@toolsetc/runtime/own-files";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { aiSdk4 } from "../../src/runtime/adapters/ai-sdk-4.ts";
import { aiSdk5 } from "../../src/runtime/adapters/ai-sdk-5.ts";
import { anthropic } from "../../src/runtime/adapters/anthropic.ts";
import { ces } from "../../src/runtime/adapters/ces.ts";
import { AppBindingError, dotcraft } from "../../src/runtime/adapters/dotcraft.ts";
import { gemini } from "../../src/runtime/adapters/gemini.ts";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { mastra } from "../../src/runtime/adapters/mastra.ts";
import { mcpServer } from "../../src/runtime/adapters/mcp.ts";
import { registerTools } from "../../src/runtime/adapters/mcp-2.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { serverTool } from "../../src/runtime/adapters/tanstack-ai.ts";
import { type Tool, ToolError } from "../../src/runtime/index.ts";
import { allParts } from "../../src/runtime/parts.ts";
import type { AdapterName } from "./adapter-names.ts";

// Generated code may load the library as CommonJS beside the package's ES modules, or have a copy of its own. Its adapters are the package's.

type Library = typeof import("../../src/runtime/index.ts");

let folder: string;
const copies = new Map<string, Library & { readonly AppBindingError: typeof AppBindingError }>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-twice-"));
  symlinkSync(join(import.meta.dirname, "../../node_modules"), join(folder, "node_modules"));
  const input = join(folder, "both.ts");
  const runtime = join(import.meta.dirname, "../../src/runtime");
  writeFileSync(input, `export * from "${runtime}/index.ts";\nexport { AppBindingError } from "${runtime}/adapters/dotcraft.ts";\n`);
  const build = await rolldown({ input, platform: "node" });
  const { output } = await build.generate({ format: "cjs" });
  await build.close();
  writeFileSync(join(folder, "runtime.cjs"), output[0].code);
  copies.set("CommonJS", createRequire(import.meta.url)(join(folder, "runtime.cjs")));
  for (const [path, text] of await runtimeFiles()) {
    mkdirSync(dirname(join(folder, "copy", path)), { recursive: true });
    writeFileSync(join(folder, "copy", path), text);
  }
  writeFileSync(join(folder, "copy/package.json"), '{"type":"module"}');
  const load = (path: string) => import(pathToFileURL(join(folder, "copy", path)).href);
  copies.set("runtime: copy", { ...(await load("index.js")), ...(await load("adapters/dotcraft.js")) });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A tool whose service nobody can reach. */
function toolOf({ defineTool, defineToolset, http }: Library) {
  const toolset = defineToolset({
    format: 2,
    uses: [allParts],
    name: "store",
    displayName: "Store",
    connection: {
      kind: "openapi",
      definition: { openApiToolset: {} },
      // `fetch` connects to no such port.
      servers: [{ url: "http://127.0.0.1:1", description: "", variables: {} }],
      securitySchemes: {},
      timeout: 30_000,
      environments: {},
      defaultEnvironment: null,
    },
    transport: http,
  });
  return defineTool<{ id: number }, object, "get_item", "none">({
    toolset,
    id: "get_item",
    name: "get_item",
    description: "Reads an item.",
    input: { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false },
    output: { type: "object" },
    http: { method: "GET", path: "/items/{id}" },
  });
}

type Item = ReturnType<typeof toolOf>;
type Hear = (error: unknown) => void;
const reason = /has a port that `fetch` blocks/;
const input = { id: 7 };

/** How each adapter calls the tool, but for `discover`, which makes tools for the others: it gives what the model is told; the error goes to the developer. */
const adapters: { readonly [adapter in Exclude<AdapterName, "discover">]: (tool: Item, onError: Hear) => Promise<unknown> } = {
  "ai-sdk": (tool, onError) => thrown(() => aiSdk([tool]).tools.get_item.execute?.(input, { toolCallId: "c", messages: [] }), onError),
  "ai-sdk-5": (tool, onError) => thrown(() => aiSdk5([tool]).tools.get_item.execute?.(input, { toolCallId: "c", messages: [] }), onError),
  "ai-sdk-4": (tool, onError) => thrown(() => aiSdk4([tool]).tools.get_item.execute?.(input, { toolCallId: "c" }), onError),
  "tanstack-ai": (tool, onError) => thrown(() => serverTool(tool).execute?.(input), onError),
  langchain: (tool, onError) => thrown(() => langchain([tool], { onError })[0].invoke(input), onError),
  mastra: (tool, onError) => thrown(() => mastra([tool], { onError }).get_item.execute?.(input, {} as never), onError),
  openai: (tool, onError) =>
    openai([tool], { onError }).answerAll([{ type: "function_call", call_id: "c", name: "get_item", arguments: '{"id":7}' }]),
  "openai-agents": async (tool, onError) => openaiAgents([tool], { onError })[0]?.invoke(new RunContext(), '{"id":7}'),
  anthropic: (tool, onError) =>
    anthropic([tool], { onError }).answerAll([{ type: "tool_use", id: "c", name: "get_item", input, caller: { type: "direct" } }]),
  gemini: (tool, onError) => gemini([tool], { onError }).answerAll([{ id: "c", name: "get_item", args: input }]),
  ces: (tool, onError) => ces([tool], { onError }).answer({ id: "c", displayName: "get_item", args: input }),
  dotcraft: (tool, onError) =>
    dotcraft([tool], { onError }).requests["item/tool/call"]({ callId: "c", namespace: "store", tool: "get_item", arguments: input }),
  mcp: async (tool, onError) => {
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "test", version: "1" });
    await Promise.all([mcpServer([tool], { onError }).server.connect(there), client.connect(here)]);
    return client.callTool({ name: "get_item", arguments: input });
  },
  "mcp-2": async (tool, onError) => {
    const server = new McpServer({ name: "test", version: "1" });
    registerTools(server, [tool], { onError });
    const [here, there] = InMemoryTransport2.createLinkedPair();
    const client = new Client2({ name: "test", version: "1" });
    await Promise.all([server.connect(there), client.connect(here)]);
    return client.callTool({ name: "get_item", arguments: input });
  },
};

/** SDKs that tell the model what an error says, and hand the error itself to the developer. */
async function thrown(call: () => unknown, onError: Hear): Promise<unknown> {
  try {
    return await call();
  } catch (error) {
    onError(error);
    return error instanceof Error ? error.message : error;
  }
}

describe.each(["CommonJS", "runtime: copy"])("a tool of a second copy of the library: %s", (name) => {
  const other = () => {
    const copy = copies.get(name);
    if (copy === undefined) throw new Error(`There is no copy "${name}".`);
    return copy;
  };

  test("throws an error that is a ToolError for both copies", async () => {
    const error = await toolOf(other())
      .execute(input)
      .catch((caught: unknown) => caught);
    expect(other().ToolError).not.toBe(ToolError);
    expect(error instanceof other().ToolError && error instanceof ToolError).toBe(true);
    const own = new ToolError("declined", "No.", { tool: "t", sent: false });
    expect(own instanceof other().ToolError).toBe(true);
    class Special extends ToolError {}
    expect([error instanceof Special, own instanceof Special, own instanceof AppBindingError]).toEqual([false, false, false]);
    expect([new Error("x"), null, "x", Object.create(null)].map((each) => each instanceof ToolError)).toEqual([false, false, false, false]);
  });

  test.each(Object.entries(adapters))("gives the reason of an error to the model and the developer through %s", async (_adapter, call) => {
    const heard: unknown[] = [];
    const told = await call(toolOf(other()) as Item, (error) => heard.push(error));
    expect(JSON.stringify(told)).toMatch(reason);
    const errors = heard.map((error) => (error instanceof ToolError ? error : (error as Error).cause));
    expect(errors.at(0)).toMatchObject({ name: "ToolError", code: "network-error", message: expect.stringMatching(reason) });
  });

  test("gives DotCraft the error of a handler that uses the other copy", async () => {
    const offline = new (other().AppBindingError)("AppBindingOffline", "The app is gone.");
    const tool: Tool = { ...toolOf(other()), execute: () => Promise.reject(offline) };
    const call = { callId: "c", namespace: "store", tool: "get_item", arguments: input };
    for (const errorCodes of ["dotcraft", "appBinding"] as const)
      expect(await dotcraft([tool], { errorCodes }).requests["item/tool/call"](call)).toMatchObject({ errorCode: "AppBindingOffline" });
  });
});
