import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anthropic } from "../../src/runtime/adapters/anthropic.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";
import { type ScriptedApi, startScriptedApi } from "./scripted-api.ts";
import { deleteItem, getItem, listItems, setLabels } from "./store.ts";

let api: ScriptedApi;
beforeAll(async () => {
  api = await startScriptedApi();
});
afterAll(() => api.close());

const fakes = { store_list_items: () => ({ items: [] }) };
const labels = { ...setLabels, lazy: true };
const tools = [getItem, listItems, deleteItem, labels];

describe("OpenAI's tool search", () => {
  test("is offered with the lazy tools in namespaces, by toolset and first tag", () => {
    const { tools: declared } = openai(tools, { lazyTools: "deferred", strict: true });
    expect(declared).toMatchObject([
      { type: "function", name: "store_get_item", strict: true },
      { type: "function", name: "store_delete_item", strict: true },
      {
        type: "namespace",
        name: "store",
        description: "Tools of Store.",
        tools: [{ type: "function", name: "store_list_items", strict: true, defer_loading: true }],
      },
      {
        type: "namespace",
        name: "store_labels",
        description: "Tools of Store: labels.",
        tools: [{ type: "function", name: "store_set_labels", defer_loading: true }],
      },
      { type: "tool_search" },
    ]);
    expect(JSON.stringify(declared.slice(0, 2))).not.toContain("defer_loading");
  });

  test("is not offered if no tool is lazy, or if the program does not ask for it", () => {
    const plain = openai([getItem, deleteItem]).tools;
    expect(openai([getItem, deleteItem], { lazyTools: "deferred" }).tools).toEqual(plain);
    expect(openai(tools).tools.map(({ type }) => type)).toEqual(["function", "function", "function", "function"]);
  });

  test("finds a lazy tool, and its call is answered like any other", async () => {
    const client = new OpenAI({ apiKey: "k", baseURL: api.address });
    const call = { type: "function_call", call_id: "c1", namespace: "store", name: "store_list_items", arguments: "{}" };
    api.script({ id: "r", output: [{ type: "tool_search_call", id: "t", status: "completed" }, call] });
    const { tools: declared, answerAll } = openai(tools, { lazyTools: "deferred", fakes });
    const response = await client.responses.create({ model: "m", tools: declared, input: "x" });
    expect(api.requests).toMatchObject([{ tools: declared }]);
    expect(await answerAll(response.output)).toEqual([{ type: "function_call_output", call_id: "c1", output: '{"items":[]}' }]);
  });

  test("has namespaces whose names have only characters that the API accepts", () => {
    const toolset = { ...listItems.toolset, name: "a b.c", displayName: "A B" };
    const odd = { ...listItems, toolset, tags: ["Größe & Form", "other"] };
    const long = { ...labels, toolset, tags: ["x".repeat(99)] };
    expect(openai([odd, long], { lazyTools: "deferred" }).tools).toMatchObject([
      { name: "a_b_c_Gr_e_Form", description: "Tools of A B: Größe & Form." },
      { name: `a_b_c_${"x".repeat(58)}` },
      { type: "tool_search" },
    ]);
  });
});

describe("Anthropic's tool search", () => {
  test("is offered before the tools, and the lazy ones are marked to be loaded later", () => {
    const { tools: declared, runnable } = anthropic(tools, { lazyTools: "deferred" });
    expect(declared).toMatchObject([
      { type: "tool_search_tool_bm25_20251119", name: "tool_search_tool_bm25" },
      { name: "store_get_item" },
      { name: "store_list_items", defer_loading: true },
      { name: "store_delete_item" },
      { name: "store_set_labels", defer_loading: true },
    ]);
    // The API rejects a request in which all tools are deferred.
    expect(anthropic([listItems], { lazyTools: "deferred" }).tools.filter((tool) => !("defer_loading" in tool))).toHaveLength(1);
    expect(runnable.map((tool) => "run" in tool)).toEqual([false, true, true, true, true]);
  });

  test("is not offered if no tool is lazy, or if the program does not ask for it", () => {
    expect(anthropic([getItem], { lazyTools: "deferred" }).tools).toEqual(anthropic([getItem]).tools);
    expect(JSON.stringify(anthropic(tools).tools)).not.toContain("defer_loading");
  });

  test("finds a lazy tool, and its call is answered like any other, also by the SDK's tool runner", async () => {
    const client = new Anthropic({ apiKey: "k", baseURL: api.address });
    const message = { id: "m", type: "message", role: "assistant", model: "m", usage: { input_tokens: 1, output_tokens: 1 } };
    const found = [
      { type: "server_tool_use", id: "s", name: "tool_search_tool_bm25", input: { query: "items" } },
      {
        type: "tool_search_tool_result",
        tool_use_id: "s",
        content: { type: "tool_search_tool_search_result", tool_references: [{ type: "tool_reference", tool_name: "store_list_items" }] },
      },
      { type: "tool_use", id: "t", name: "store_list_items", input: {} },
    ];
    const asked = { ...message, content: found, stop_reason: "tool_use" };
    const adapter = anthropic(tools, { lazyTools: "deferred", fakes });
    api.script(asked);
    const { content } = await client.messages.create({
      model: "m",
      max_tokens: 9,
      tools: adapter.tools,
      messages: [{ role: "user", content: "x" }],
    });
    expect(api.requests).toMatchObject([{ tools: adapter.tools }]);
    expect(await adapter.answerAll(content)).toEqual([{ type: "tool_result", tool_use_id: "t", content: '{"items":[]}' }]);
    api.script(asked, { ...message, content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" });
    const messages = [{ role: "user" as const, content: "x" }];
    const last = await client.beta.messages.toolRunner({ model: "m", max_tokens: 9, tools: adapter.runnable, messages });
    expect(last.content).toMatchObject([{ text: "Done." }]);
    expect(JSON.stringify(api.requests[1])).toContain('{\\"items\\":[]}');
  });
});

test("the targets for OpenAI and Anthropic write the same deferred tools as the adapters", async () => {
  const operation = (id: string, tag: string) => ({ operationId: id, tags: [tag], responses: { "200": { description: "Done." } } });
  const paths = { "/a": { get: operation("list_a", "a"), post: operation("add_a", "a") }, "/b": { get: operation("list_b", "b") } };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, servers: [{ url: "https://t.example" }], paths };
  const { outputs } = await compileTexts({
    "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./shop.json }\n",
    "shop.json": JSON.stringify(document),
    "toolsetc.yaml": `overrides: { shop: { lazy: ["method:GET"] } }
targets:
  - { target: openai, out: o, lazyTools: deferred }
  - { target: openai, out: c, api: chat, lazyTools: deferred }
  - { target: anthropic, out: a, lazyTools: deferred }
  - { target: manifest, out: m }
`,
  });
  const read = (out: string) => JSON.parse(outputs.find((each) => each.out === out)?.files[0]?.text ?? "");
  const made = toolsOf(read("m"));
  const sorted = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort();
  expect(sorted(read("o").tools)).toEqual(sorted(openai(made, { lazyTools: "deferred" }).tools));
  expect(sorted(read("a").tools)).toEqual(sorted(anthropic(made, { lazyTools: "deferred" }).tools));
  expect(JSON.stringify(read("o"))).toContain('"type":"namespace"');
  // Chat Completions has no tool search.
  expect(sorted(read("c").tools)).toEqual(sorted(openai(made, { api: "chat" }).tools));
});
