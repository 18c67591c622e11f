import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { ToolMessage } from "@langchain/core/messages";
import { Agent as MastraAgent } from "@mastra/core/agent";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { Agent, type ModelRequest, Runner, Usage } from "@openai/agents";
import { chat } from "@tanstack/ai";
import { convertToModelMessages, generateText, isStepCount } from "ai";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { anthropic } from "../../src/runtime/adapters/anthropic.ts";
import { dotcraft } from "../../src/runtime/adapters/dotcraft.ts";
import { gemini } from "../../src/runtime/adapters/gemini.ts";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { mastra } from "../../src/runtime/adapters/mastra.ts";
import { mcpHandler } from "../../src/runtime/adapters/mcp.ts";
import { mcpHandler as mcpHandler2 } from "../../src/runtime/adapters/mcp-2.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { tanstackAi } from "../../src/runtime/adapters/tanstack-ai.ts";
import { bindHandler, type Tool } from "../../src/runtime/index.ts";
import { scriptedModel } from "./ai-sdk-model.ts";
import { base64, blocks, chartAnswer, type MediaServers, pdf, png, startMediaServers, wav } from "./media.ts";
import { type ScriptedApi, startScriptedApi } from "./scripted-api.ts";
import { pickColour } from "./store.ts";
import { scriptedAdapter } from "./tanstack-ai-adapter.ts";

let servers: MediaServers;
let api: ScriptedApi;
let tools: Tool[];
beforeAll(async () => {
  [servers, api] = await Promise.all([startMediaServers(), startScriptedApi()]);
  tools = [servers.picture, servers.show, servers.chart];
});
afterAll(() => Promise.all([servers.close(), api.close()]));

const names = ["picture", "show", "chart"] as const;
const chartText = JSON.stringify(chartAnswer);
const link = JSON.stringify(blocks[3]);
const notes = JSON.stringify(blocks[4]!.resource);
const sound = `[audio/wav, ${wav.length} bytes, which cannot be shown here]`;

describe.each([
  ["2025-11-25, version 1 of the SDK", mcpHandler, undefined],
  ["2025-11-25, version 2 of the SDK", mcpHandler2, undefined],
  ["2026-07-28", mcpHandler2, "2026-07-28"],
] as const)("a client of MCP %s", (_what, makeHandler, revision) => {
  const connect = async (offered: readonly Tool[], options: object = {}) => {
    const handle = makeHandler(offered, options);
    const fetch = (address: string | URL, init?: RequestInit) => handle(new Request(address, init));
    const url = new URL("http://127.0.0.1/mcp");
    const about = { name: "test", version: "1" };
    if (revision === undefined) {
      const client = new Client(about);
      await client.connect(new StreamableHTTPClientTransport(url, { fetch }) as Parameters<typeof client.connect>[0]);
      return client;
    }
    const client = new Client2(about, { versionNegotiation: { mode: { pin: revision } } });
    await client.connect(new Transport2(url, { fetch }));
    return client;
  };

  test("gets the content of an MCP server as it was, and the picture of a service as a picture", async () => {
    const client = await connect(tools);
    const listed = (await client.listTools()).tools.map(({ name, outputSchema }) => [name, outputSchema !== undefined]);
    expect(listed).toEqual([
      ["picture", false],
      ["show", false],
      ["chart", true],
    ]);
    const [picture, show, chart] = await Promise.all(names.map((name) => client.callTool({ name, arguments: {} })));
    expect(picture).toMatchObject({ content: [{ type: "image", data: base64(png), mimeType: "image/png" }] });
    expect(show!.content).toEqual(blocks);
    expect(chart).toMatchObject({ content: [{ type: "text", text: chartText }, blocks[1]], structuredContent: chartAnswer });
    expect(JSON.stringify([picture, show, chart])).not.toContain("base64");
    await client.close();
  });

  test("gets a text as a text, and files of handlers and services by their types", async () => {
    const call = servers.server.call;
    servers.server.call = () => ({ content: [{ type: "text", text: "Two\nlines." }] });
    const file = { mediaType: "application/pdf", base64: base64(pdf), filename: "a b.pdf" };
    const client = await connect([servers.show, bindHandler(pickColour, () => file as never)]);
    const answers = await Promise.all([
      client.callTool({ name: "show", arguments: {} }),
      client.callTool({ name: "page_pick_colour", arguments: { of: "hat" } }),
    ]);
    servers.server.call = call;
    const uri = "toolsetc:///page_pick_colour/a%20b.pdf";
    expect(answers).toMatchObject([
      { content: [{ type: "text", text: "Two\nlines." }] },
      {
        content: [{ type: "resource", resource: { uri, mimeType: "application/pdf", blob: base64(pdf) } }],
        structuredContent: { mediaType: "application/pdf", filename: "a b.pdf" },
      },
    ]);
    await client.close();
  });

  test("gets the whole result if a part of it is broken, and no text twice", async () => {
    const sent = [
      { type: "text", text: "See below." },
      { type: "image", data: "no base64!", mimeType: "image/png" },
      {
        type: "image",
        data: base64(png),
        mimeType: "image/png",
        annotations: { priority: 0.1, audience: ["user"], lastModified: "today" },
      },
      { type: "hologram", depth: 3 },
    ];
    // The SDK's server would not let this through.
    servers.server.before = (_request, response, body) => {
      const { id, method, params } = body === "" ? {} : JSON.parse(body);
      if (method !== "tools/call") return false;
      const result = { content: sent, ...(params.name === "chart" ? { structuredContent: chartAnswer } : {}) };
      response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result }));
      return true;
    };
    const client = await connect(tools);
    const [show, chart] = await Promise.all(names.slice(1).map((name) => client.callTool({ name, arguments: {} })));
    servers.server.before = () => false;
    const content = [
      { type: "text", text: "See below." },
      { type: "text", text: '[A content block of type "image" was omitted, since it is invalid.]' },
      { type: "image", data: base64(png), mimeType: "image/png", annotations: { priority: 0.1, audience: ["user"] } },
      { type: "text", text: '[A content block of type "hologram" was omitted, since it is invalid.]' },
    ];
    expect(show!.content).toEqual(content);
    expect(chart!.content).toEqual([{ type: "text", text: chartText }, ...content]);
    await client.close();
  });

  test("gets a text that says what is missing if a result is over its limit", async () => {
    const cut = tools.map((tool) => ({ ...tool, trim: { pick: [], maxBytes: 180 } }));
    const client = await connect(cut);
    for (const name of ["show", "picture"]) {
      const { content } = (await client.callTool({ name, arguments: {} })) as { content: { type: string; text: string }[] };
      if (name === "picture") expect(content).toMatchObject([{ type: "image" }]);
      else {
        expect(content).toMatchObject([{ type: "text", text: expect.stringContaining("_cut") }]);
        expect(content[0]!.text).not.toContain(base64(png).slice(0, 20));
      }
    }
    await client.close();
  });
});

const said = { notes, link, sound };

test("the AI SDK 7 gets the files of a result in its form", async () => {
  const warn = vi.spyOn(console, "warn");
  const sdk = aiSdk(tools as readonly Tool[] as readonly []);
  const model = scriptedModel(
    names.map((name) => ({ name, input: {} })),
    "Done.",
  );
  const { response } = await generateText({ model, ...sdk, prompt: "Show.", stopWhen: isStepCount(2) });
  const told = model.doGenerateCalls[1]!.prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  const file = (bytes: Buffer, mediaType: string, filename: string) => ({
    type: "file",
    data: { type: "data", data: base64(bytes) },
    mediaType,
    filename,
  });
  const expected = [
    { type: "content", value: [file(png, "image/png", "result.png")] },
    {
      type: "content",
      value: [
        { type: "text", text: "Here it is." },
        file(png, "image/png", "result.png"),
        file(wav, "audio/wav", "result.wav"),
        { type: "text", text: said.link },
        { type: "text", text: said.notes },
        file(pdf, "application/pdf", "sheet.pdf"),
      ],
    },
    { type: "content", value: [{ type: "text", text: chartText }, file(png, "image/png", "result.png")] },
  ];
  expect(told.map((part) => (part.type === "tool-result" ? part.output : part))).toMatchObject(expected);
  expect(warn).not.toHaveBeenCalled();
  expect(JSON.stringify(response.messages)).not.toContain('\\"base64\\"');
  // A conversation that was stored is told again.
  const output = JSON.parse(JSON.stringify(await servers.show.execute({})));
  const stored = [
    { type: "dynamic-tool" as const, toolName: "show", toolCallId: "1", state: "output-available" as const, input: {}, output },
  ];
  const [, message] = await convertToModelMessages([{ role: "assistant", parts: stored }], { tools: sdk.tools });
  expect(message).toMatchObject({ content: [{ output: { type: "content", value: expected[1]!.value } }] });
});

test("Anthropic's SDK gets the files of a result in its form", async () => {
  const client = new Anthropic({ apiKey: "k", baseURL: api.address });
  const { answerAll, tools: declared } = anthropic(tools);
  const content = names.map((name) => ({ type: "tool_use" as const, id: name, name, input: {}, caller: { type: "direct" as const } }));
  api.script({ id: "m", type: "message", role: "assistant", content: [], model: "m", stop_reason: "end_turn", usage: {} });
  const messages: Anthropic.MessageParam[] = [{ role: "user", content: await answerAll(content) }];
  await client.messages.create({ model: "m", max_tokens: 9, tools: declared, messages });
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: base64(png) } };
  const document = (title: string, source: object) => ({ type: "document", title, source });
  expect(api.requests).toMatchObject([
    {
      messages: [
        {
          content: [
            { tool_use_id: "picture", content: [image] },
            {
              tool_use_id: "show",
              content: [
                { type: "text", text: "Here it is." },
                image,
                { type: "text", text: said.sound },
                { type: "text", text: said.link },
                document("file:///notes.txt", { type: "text", media_type: "text/plain", data: "Handle with care." }),
                document("sheet.pdf", { type: "base64", media_type: "application/pdf", data: base64(pdf) }),
              ],
            },
            { tool_use_id: "chart", content: [{ type: "text", text: chartText }, image] },
          ],
        },
      ],
    },
  ]);
});

test("OpenAI's Responses get the files of a result in their form, and its chat completions get texts", async () => {
  const client = new OpenAI({ apiKey: "k", baseURL: api.address });
  const calls = names.map((name) => ({ type: "function_call" as const, call_id: name, name, arguments: "{}" }));
  api.script({ id: "r", output: [] });
  await client.responses.create({ model: "m", input: await openai(tools).answerAll(calls) });
  const image = { type: "input_image", image_url: `data:image/png;base64,${base64(png)}` };
  const text = (text: string) => ({ type: "input_text", text });
  const file = { type: "input_file", filename: "sheet.pdf", file_data: `data:application/pdf;base64,${base64(pdf)}` };
  expect(api.requests).toMatchObject([
    {
      input: [
        { call_id: "picture", output: [image] },
        { call_id: "show", output: [text("Here it is."), image, text(said.sound), text(said.link), text(said.notes), file] },
        { call_id: "chart", output: [text(chartText), image] },
      ],
    },
  ]);
  const chatCalls = names.map((name) => ({ type: "function" as const, id: name, function: { name, arguments: "{}" } }));
  const answers = await openai(tools, { api: "chat" }).answerAll(chatCalls);
  expect(answers[0]).toMatchObject({ content: `[image/png, ${png.length} bytes, which cannot be shown here]` });
  expect(JSON.stringify(answers)).not.toContain(base64(png).slice(0, 20));
});

test("Gemini's SDK gets the files of a result in its form", async () => {
  const client = new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: api.address } });
  api.script({ candidates: [] });
  const parts = await gemini(tools).answerAll(names.map((name) => ({ name, args: {} })));
  await client.models.generateContent({ model: "m", contents: [{ role: "user", parts }] });
  const image = { inlineData: { mimeType: "image/png", data: base64(png) } };
  const shown = "[image/png, in the parts of this response]";
  const all = ["Here it is.", shown, said.sound, said.link, said.notes, "[application/pdf, in the parts of this response]"];
  expect(api.requests).toMatchObject([
    {
      contents: [
        {
          parts: [
            { functionResponse: { name: "picture", response: { output: shown }, parts: [image] } },
            {
              functionResponse: {
                name: "show",
                response: { output: all.join("\n") },
                parts: [image, { inlineData: { mimeType: "application/pdf", data: base64(pdf) } }],
              },
            },
            { functionResponse: { name: "chart", response: { output: `${chartText}\n${shown}` }, parts: [image] } },
          ],
        },
      ],
    },
  ]);
});

test("LangChain gets the files of a result in its form", async () => {
  const made = langchain(tools as readonly Tool[] as readonly []) as unknown as { invoke(call: object): Promise<unknown> }[];
  const messages = await Promise.all(made.map((tool, index) => tool.invoke({ type: "tool_call", id: "1", name: names[index], args: {} })));
  const shown = messages.map((message) => (message instanceof ToolMessage ? message.contentBlocks : message));
  const image = { type: "image", mimeType: "image/png", data: base64(png) };
  expect(shown).toMatchObject([
    [image],
    [
      { type: "text", text: "Here it is." },
      image,
      { type: "audio", mimeType: "audio/wav", data: base64(wav) },
      { type: "text", text: said.link },
      { type: "text", text: said.notes },
      { type: "file", mimeType: "application/pdf", data: base64(pdf) },
    ],
    [{ type: "text", text: chartText }, image],
  ]);
});

test("OpenAI's Agents SDK gets the files of a result in its form", async () => {
  const requests: ModelRequest[] = [];
  const model = {
    getResponse: async (request: ModelRequest) => {
      requests.push(request);
      const calls = names.map((name) => ({
        type: "function_call" as const,
        callId: name,
        status: "completed" as const,
        name,
        arguments: "{}",
      }));
      const done = [{ type: "output_text" as const, text: "Done." }];
      const message = { type: "message" as const, role: "assistant" as const, status: "completed" as const, content: done };
      return { usage: new Usage(), output: requests.length === 1 ? calls : [message] };
    },
    // biome-ignore lint/correctness/useYield: the runner does not stream here.
    getStreamedResponse: async function* () {
      throw new Error("The runner does not stream here.");
    },
  };
  const agent = new Agent({ name: "a", model, tools: openaiAgents(tools as readonly Tool[] as readonly []) });
  await new Runner({ tracingDisabled: true }).run(agent, "Show.");
  const { input } = requests[1]!;
  const outputs = Array.isArray(input) ? input.flatMap((item) => (item.type === "function_call_result" ? [item.output] : [])) : [];
  const image = { type: "input_image", image: `data:image/png;base64,${base64(png)}` };
  const text = (text: string) => ({ type: "input_text", text });
  const file = { type: "input_file", filename: "sheet.pdf", file: `data:application/pdf;base64,${base64(pdf)}` };
  expect(outputs).toMatchObject([
    [image],
    [text("Here it is."), image, text(said.sound), text(said.link), text(said.notes), file],
    [text(chartText), image],
  ]);
});

test("TanStack AI gets the files of a result in its form", async () => {
  const { adapter, asked } = scriptedAdapter(
    names.map((name) => ({ name, args: {} })),
    "Done.",
  );
  const stream = chat({
    adapter,
    messages: [{ role: "user", content: "Show." }],
    tools: tanstackAi(tools as readonly Tool[] as readonly []),
    debug: false,
  });
  for await (const _chunk of stream as AsyncIterable<unknown>);
  const source = (bytes: Buffer, mimeType: string) => ({ type: "data", value: base64(bytes), mimeType });
  const image = { type: "image", source: source(png, "image/png") };
  const text = (content: string) => ({ type: "text", content });
  const told = asked[1]!.messages.flatMap(({ role, content }) => (role === "tool" ? [content] : []));
  expect(told).toMatchObject([
    [image],
    [
      text("Here it is."),
      image,
      { type: "audio", source: source(wav, "audio/wav") },
      text(said.link),
      text(said.notes),
      { type: "document", source: source(pdf, "application/pdf") },
    ],
    [text(chartText), image],
  ]);
});

test("Mastra gets the files of a result in its form", async () => {
  const prompts: { readonly prompt: readonly { readonly role: string; readonly content: unknown }[] }[] = [];
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const model = new MastraLanguageModelV2Mock({
    doGenerate: async (given) => {
      prompts.push(given);
      const calls = names.map((name) => ({ type: "tool-call" as const, toolCallId: name, toolName: name, input: "{}" }));
      return prompts.length === 1
        ? { content: calls, finishReason: "tool-calls", usage, warnings: [] }
        : { content: [{ type: "text", text: "Done." }], finishReason: "stop", usage, warnings: [] };
    },
  });
  const agent = new MastraAgent({ id: "a", name: "a", instructions: "Help.", model: model as never, tools: mastra(tools) as never });
  await agent.generate("Show.");
  const told = prompts.at(-1)!.prompt.flatMap(({ role, content }) => (role === "tool" ? (content as { output: unknown }[]) : []));
  const media = (bytes: Buffer, mediaType: string) => ({ type: "media", data: base64(bytes), mediaType });
  expect(told.map(({ output }) => output)).toMatchObject([
    { type: "content", value: [media(png, "image/png")] },
    {
      type: "content",
      value: [
        { type: "text", text: "Here it is." },
        media(png, "image/png"),
        media(wav, "audio/wav"),
        { type: "text", text: said.link },
        { type: "text", text: said.notes },
        media(pdf, "application/pdf"),
      ],
    },
    { type: "content", value: [{ type: "text", text: chartText }, media(png, "image/png")] },
  ]);
});

test("DotCraft gets the texts and pictures of a result in its form", async () => {
  const { requests } = dotcraft(tools as readonly Tool[] as readonly []);
  const call = (tool: string) => ({ threadId: "t", turnId: "1", callId: tool, namespace: "shop", tool, arguments: {} });
  const answers = await Promise.all(names.map((name) => requests["item/tool/call"](call(name))));
  const image = { type: "image", mediaType: "image/png", dataBase64: base64(png) };
  const document = `[application/pdf, ${pdf.length} bytes, which cannot be shown here: file:///sheet.pdf]`;
  expect(answers).toMatchObject([
    { contentItems: [{ type: "text", text: "The result is an image of type image/png." }, image] },
    { contentItems: [{ type: "text", text: ["Here it is.", said.sound, said.link, said.notes, document].join("\n") }, image] },
    { contentItems: [{ type: "text", text: chartText }, image] },
  ]);
});
