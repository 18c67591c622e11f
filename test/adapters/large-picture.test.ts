import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { generateText, isStepCount } from "ai";
import type { MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { anthropic } from "../../src/runtime/adapters/anthropic.ts";
import { ces } from "../../src/runtime/adapters/ces.ts";
import { gemini } from "../../src/runtime/adapters/gemini.ts";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { mcpServer } from "../../src/runtime/adapters/mcp.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { bindTool, resultText, type Tool } from "../../src/runtime/index.ts";
import { makeTool } from "../runtime/fixture.ts";
import { scriptedModel } from "./ai-sdk-model.ts";
import { type MediaServers, png, startMediaServers } from "./media.ts";

/** A picture of 984 kB, which is 1.3 million characters of Base64. */
const large = Buffer.concat([png, Buffer.alloc(984_000, png)]);
const base64 = large.toString("base64");

let servers: MediaServers;
beforeAll(async () => {
  servers = await startMediaServers();
  servers.service.answer = (response) => response.setHeader("content-type", "image/png").end(large);
});
afterAll(() => servers.close());

/** The strings in a value, wherever they are. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** What each SDK sends to the model for the answer of a tool. */
const told: { readonly [sdk: string]: (tool: Tool) => Promise<unknown> } = {
  async "AI SDK 7"(tool) {
    const model: MockLanguageModelV4 = scriptedModel([{ name: tool.name, input: {} }], "Done.");
    const { tools } = aiSdk([tool] as readonly Tool[] as readonly []);
    await generateText({ model, tools, prompt: "Show.", stopWhen: isStepCount(2) });
    return model.doGenerateCalls[1]?.prompt;
  },
  Anthropic: (tool) => anthropic([tool]).answer({ id: "1", name: tool.name, input: {} }),
  OpenAI: (tool) => openai([tool]).answer({ call_id: "1", name: tool.name, arguments: "{}" }),
  Gemini: (tool) => gemini([tool]).answer({ name: tool.name, args: {} }),
  async MCP(tool) {
    const { server } = mcpServer([tool] as readonly Tool[] as readonly []);
    const [here, there] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: "test", version: "1" });
    await Promise.all([server.connect(there), client.connect(here)]);
    const answer = await client.callTool({ name: tool.name });
    await client.close();
    return answer;
  },
  async LangChain(tool) {
    const [made] = langchain([tool] as readonly Tool[] as readonly []) as unknown as {
      invoke(call: object): Promise<{ readonly content: unknown }>;
    }[];
    return (await made?.invoke({ type: "tool_call", id: "1", name: tool.name, args: {} }))?.content;
  },
};

describe.each(Object.entries(told))("the adapter for %s", (_sdk, tell) => {
  test("gives the model a picture of a service as a part with the same bytes, and a short text", async () => {
    const strings = stringsIn(await tell(servers.picture));
    const files = strings.filter((each) => each.length > 1000).map((each) => each.replace(/^data:image\/png;base64,/, ""));
    expect(files.map((each) => Buffer.from(each, "base64").equals(large))).toEqual([true]);
    expect(strings.filter((each) => each.length <= 1000).join("").length).toBeLessThan(200);
  });

  test("gives the model a picture among other members of a handler's result as a part", async () => {
    const handlers = { shop_call: () => ({ title: "Sales", chart: { mediaType: "image/png", base64, filename: "chart.png" } }) };
    const strings = stringsIn(await tell(bindTool(makeTool({ binding: { transport: "client", function: "chart" } }), { handlers })));
    const [file, ...others] = strings.filter((each) => each.length > 1000).map((each) => each.replace(/^data:image\/png;base64,/, ""));
    expect(Buffer.from(file ?? "", "base64").equals(large)).toBe(true);
    expect(others).toEqual([]);
    expect(strings.join("")).toContain("Sales");
    expect(strings.filter((each) => each.length <= 1000).join("").length).toBeLessThan(400);
  });
});

test("an adapter without parts for files gives the model a line with the type and size of a picture", async () => {
  const line = `[image/png, ${large.length} bytes, which cannot be shown here]`;
  const chat = await openai([servers.picture], { api: "chat" }).answer({
    id: "1",
    function: { name: "picture", arguments: "{}" },
  });
  expect(chat.content).toBe(line);
  expect(await ces([servers.picture]).answer({ displayName: "picture" })).toMatchObject({ response: { output: line } });
  expect(resultText(servers.picture, await servers.picture.execute({}))).toBe(JSON.stringify({ result: line }));
});
