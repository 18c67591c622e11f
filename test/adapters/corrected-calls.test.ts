import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Anthropic from "@anthropic-ai/sdk";
import type { MessageParam } from "@anthropic-ai/sdk/resources/messages/messages";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { generateText, isStepCount } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import OpenAI from "openai";
import type { ResponseInput } from "openai/resources/responses/responses";
import { aiSdk } from "toolsetc/ai-sdk";
import { anthropic } from "toolsetc/anthropic";
import { mcpServer } from "toolsetc/mcp";
import { openai } from "toolsetc/openai";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bindTool, type Tool } from "../../src/runtime/index.ts";
import { http, makeTool, parameter } from "../runtime/fixture.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";

/** A call of the model. */
interface Call {
  readonly name: string;
  readonly input: { readonly [name: string]: unknown };
}

/**
 * A model that knows nothing but the texts that it is given: each of its calls is made from what the answer to the one before says, and
 * it gives up where the text does not tell it how to go on.
 */
class Reader {
  readonly calls: Call[] = [];

  next(text: string | undefined): Call | "Done." {
    const call = text === undefined ? order({ qty: 1, pay: { kind: "cards", number: "4" } }) : this.#after(text);
    if (call !== "Done.") this.calls.push(call);
    return call;
  }

  #after(text: string): Call | "Done." {
    const last = this.calls.at(-1)!;
    const [, pointer = "", nearest] = /"(\/[^"]*)" must be one of .* Did you mean "([^"]*)"/.exec(text) ?? [];
    if (nearest !== undefined) return order(changed(last.input, pointer, nearest));
    const [, words] = /Reason from the service: (\{.*\})$/.exec(text) ?? [];
    if (words !== undefined) {
      const [{ pointer, minimum }] = JSON.parse(words).errors;
      return order(changed(last.input, pointer, minimum));
    }
    const [, seconds] = /Retry after (\d+) seconds/.exec(text) ?? [];
    if (seconds !== undefined) return { name: "wait", input: { seconds: Number(seconds) } };
    const { waited, id, _cut, _next } = JSON.parse(text);
    if (waited !== undefined) return order(this.calls.findLast(({ name }) => name === "order")!.input);
    if (id !== undefined) return { name: "list", input: {} };
    if (_cut !== undefined) {
      const size = /For smaller results, use .*"(\w*size)"/.exec(_cut)?.[1];
      return { name: "list", input: { [String(size)]: 100 } };
    }
    return _next === undefined ? "Done." : { name: "list", input: _next };
  }
}

const order = (input: Call["input"]): Call => ({ name: "order", input });

function changed(input: object, pointer: string, value: unknown): Call["input"] {
  const copy = structuredClone(input) as { [name: string]: unknown };
  const names = pointer.split("/").slice(1);
  const parent = names.slice(0, -1).reduce<Record<string, unknown>>((node, name) => node[name] as Record<string, unknown>, copy);
  parent[names.at(-1)!] = value;
  return copy;
}

const expected = [
  order({ qty: 1, pay: { kind: "cards", number: "4" } }),
  order({ qty: 1, pay: { kind: "card", number: "4" } }),
  order({ qty: 3, pay: { kind: "card", number: "4" } }),
  { name: "wait", input: { seconds: 7 } },
  order({ qty: 3, pay: { kind: "card", number: "4" } }),
  { name: "list", input: {} },
  { name: "list", input: { page_size: 100 } },
  { name: "list", input: { page_size: 100, page: 2 } },
  { name: "list", input: { page_size: 100, page: 3 } },
];

/** Nine calls that are answered, and the last words. */
const turns = expected.length + 1;

let shop: Loopback;
let tools: readonly Tool[];
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  shop = await startLoopback();
  open.push(shop);
  let orders = 0;
  shop.answer = (response, { method, url, body }) => {
    response.setHeader("content-type", "application/json");
    if (method === "GET") {
      const query = new URL(url, "http://shop").searchParams;
      const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("page_size") ?? 1000)];
      if (page < 3) response.setHeader("link", `</orders?page_size=${size}&page=${page + 1}>; rel="next"`);
      response.end(JSON.stringify({ orders: Array.from({ length: size }, (_, index) => ({ id: index, note: "x".repeat(50) })) }));
    } else if (JSON.parse(body).qty < 3) {
      const error = { title: "Unprocessable", errors: [{ pointer: "/qty", detail: "must be at least 3", minimum: 3 }] };
      response.writeHead(422).end(JSON.stringify(error));
    } else if (++orders === 1) response.writeHead(429, { "retry-after": "7" }).end();
    else response.end('{"id":1}');
  };
  const kind = (name: string, member: string) => ({
    type: "object",
    properties: { kind: { const: name }, [member]: { type: "string" } },
    required: ["kind", member],
    additionalProperties: false,
  });
  const [placing, listing, waiting] = [
    makeTool({
      binding: {
        ...http,
        method: "POST",
        path: "/orders",
        body: {
          required: true,
          contentType: "application/json",
          from: { members: ["qty", "pay"].map((name) => ({ name, from: { input: name } })) },
          encoding: {},
        },
      },
      input: {
        type: "object",
        properties: { qty: { type: "integer" }, pay: { anyOf: [kind("card", "number"), kind("transfer", "iban")] } },
        required: ["qty", "pay"],
        additionalProperties: false,
      },
    }),
    makeTool({
      binding: { ...http, path: "/orders", parameters: ["page", "page_size"].map((name) => parameter(name, "query")) },
      input: {
        type: "object",
        properties: { page: { type: "integer" }, page_size: { type: "integer" } },
        additionalProperties: false,
      },
    }),
    makeTool({
      binding: { transport: "client", function: "wait" },
      input: { type: "object", properties: { seconds: { type: "integer" } }, required: ["seconds"], additionalProperties: false },
    }),
  ];
  const wait = ({ seconds }: { readonly seconds?: unknown }) => ({ waited: seconds });
  tools = [
    { ...placing, name: "order" },
    { ...listing, name: "list" },
    // The tool was made with another name.
    bindTool({ ...waiting, name: "wait" }, { handlers: { wait, shop_call: wait } }),
  ];
});

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A provider's API on the loopback address, which answers with what `respond` makes of each request. */
async function provider(respond: (request: never) => object): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      response.setHeader("content-type", "application/json");
      try {
        response.end(JSON.stringify(respond(JSON.parse(Buffer.concat(chunks).toString()) as never)));
      } catch (error) {
        response.writeHead(400).end(JSON.stringify({ error: { message: String(error) } }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: async () => void server.close() });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // A server that listens on a port has such an address.
}

test("AI SDK: a model corrects each of its invalid calls by the errors that it gets", async () => {
  const reader = new Reader();
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const call = reader.next(textOf(prompt.findLast(({ role }) => role === "tool")?.content.at(-1)));
      const text = { content: [{ type: "text" as const, text: "Done." }], finishReason: { unified: "stop" as const, raw: "stop" } };
      if (call === "Done.") return { ...text, usage, warnings: [] };
      const toolCallId = `call_${reader.calls.length}`;
      const content = [{ type: "tool-call" as const, toolCallId, toolName: call.name, input: JSON.stringify(call.input) }];
      return { content, finishReason: { unified: "tool-calls" as const, raw: "tool_calls" }, usage, warnings: [] };
    },
  });
  // Without a repair: the model does it.
  const { tools: offered } = aiSdk(tools as readonly [], { baseUrl: shop.address });
  const { text } = await generateText({ model, tools: offered, prompt: "Order and list.", stopWhen: isStepCount(turns) });
  expect(text).toBe("Done.");
  expect(reader.calls).toEqual(expected);
});

/** The text of a tool's result in a prompt of the SDK. */
function textOf(part: unknown): string | undefined {
  const { output } = (part ?? {}) as { readonly output?: { readonly type: string; readonly value: unknown } };
  if (output === undefined) return undefined;
  return typeof output.value === "string" ? output.value : JSON.stringify(output.value);
}

test("OpenAI: a model corrects each of its invalid calls by the errors that it gets", async () => {
  const reader = new Reader();
  const respond = ({ input }: { readonly input: string | readonly { readonly output?: string }[] }) => {
    const call = reader.next(typeof input === "string" ? undefined : readable(String(input.at(-1)?.output)));
    const content = [{ type: "output_text", text: "Done.", annotations: [] }];
    const output =
      call === "Done."
        ? { type: "message", id: "m", role: "assistant", status: "completed", content }
        : { type: "function_call", call_id: `call_${reader.calls.length}`, name: call.name, arguments: JSON.stringify(call.input) };
    return { id: "r", object: "response", created_at: 1, model: "m", status: "completed", output: [output], tools: [] };
  };
  const client = new OpenAI({ apiKey: "k", baseURL: await provider(respond), maxRetries: 0 });
  const { tools: declared, answerAll } = openai(tools as readonly [], { baseUrl: shop.address });
  let input: string | ResponseInput = "Order and list.";
  let text = "";
  for (let turn = 0; turn < turns; turn++) {
    const response = await client.responses.create({ model: "m", input, tools: declared });
    text = response.output_text;
    input = await answerAll(response.output);
  }
  expect(text).toBe("Done.");
  expect(reader.calls).toEqual(expected);
});

/** OpenAI's API has no mark for a failed call: its text is that of `{ error }`. */
function readable(output: string): string {
  const { error } = JSON.parse(output);
  return typeof error === "string" ? error : output;
}

test("Anthropic: a model corrects each of its invalid calls by the errors that it gets", async () => {
  const reader = new Reader();
  const respond = ({
    messages,
  }: {
    readonly messages: readonly { readonly content: string | readonly { readonly content: string }[] }[];
  }) => {
    const { content } = messages.at(-1)!;
    const call = reader.next(typeof content === "string" ? undefined : content.at(-1)?.content);
    const id = `call_${reader.calls.length}`;
    const block = call === "Done." ? { type: "text", text: call } : { type: "tool_use", id, name: call.name, input: call.input };
    const usage = { input_tokens: 1, output_tokens: 1 };
    return { id: "m", type: "message", role: "assistant", model: "m", stop_reason: "end_turn", usage, content: [block] };
  };
  const client = new Anthropic({ apiKey: "k", baseURL: await provider(respond), maxRetries: 0 });
  const { tools: declared, answerAll } = anthropic(tools as readonly [], { baseUrl: shop.address });
  const messages: MessageParam[] = [{ role: "user", content: "Order and list." }];
  for (let turn = 0; turn < turns; turn++) {
    const { content } = await client.messages.create({ model: "m", max_tokens: 100, messages, tools: declared });
    messages.push({ role: "assistant", content }, { role: "user", content: await answerAll(content) });
  }
  expect(messages.at(-2)).toMatchObject({ content: [{ text: "Done." }] });
  expect(reader.calls).toEqual(expected);
});

test("MCP: a model corrects each of its invalid calls by the errors that it gets", async () => {
  const reader = new Reader();
  const { server } = mcpServer(tools as readonly [], { baseUrl: shop.address });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1" });
  await Promise.all([server.connect(there), client.connect(here)]);
  open.push(client);
  // The client holds structured content to the schemas of this list.
  await client.listTools();
  let call = reader.next(undefined);
  while (call !== "Done.") {
    const { content } = await client.callTool({ name: call.name, arguments: call.input });
    const [block] = content as { readonly text: string }[];
    call = reader.next(block?.text);
  }
  expect(reader.calls).toEqual(expected);
});
