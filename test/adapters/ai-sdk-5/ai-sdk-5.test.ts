import { generateText, InvalidToolInputError, stepCountIs, streamText, type TypedToolResult } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { aiSdk5 } from "toolsetc/ai-sdk-5";
import { publicMessage } from "toolsetc/runtime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import type { Tool } from "../../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../../runtime/loopback.ts";
import { base64, pdf, png, startMediaServers, wav } from "../media.ts";
import { deleteItem, getItem, pageTools, storeTools } from "../store.ts";
import { answer } from "./example.ts";
import { scriptedModel } from "./model.ts";

let server: Loopback;
beforeAll(async () => {
  server = await startLoopback();
});
afterAll(() => server.close());

beforeEach(() => {
  server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ name: "lamp", price: 12 }));
});
afterEach(() => {
  server.arrivals.length = 0;
});

const stopWhen = stepCountIs(4);
const sdk = () => aiSdk5([...storeTools, ...pageTools], { baseUrl: server.address });
const arrived = () => server.arrivals.map(({ method, url }) => `${method} ${url}`);
const deletion = [{ name: "store_delete_item", input: { id: 7 } }];

test("the AI SDK 5 calls a tool in a step, with typed inputs and outputs", async () => {
  const { tools } = sdk();
  const model = scriptedModel([{ name: "store_get_item", input: { id: 7, size: "large" } }], "A lamp.");
  const { text, steps } = await generateText({ model, tools, prompt: "x", stopWhen });
  expect(text).toBe("A lamp.");
  expect(arrived()).toEqual(["GET /items/7?size=large"]);
  expect(steps[0]?.toolResults[0]?.output).toEqual({ name: "lamp", price: 12 });
  type Result = Extract<TypedToolResult<typeof tools>, { toolName: "store_delete_item"; dynamic?: false | undefined }>;
  expectTypeOf<Result["output"]>().toEqualTypeOf<{ deleted: boolean }>();
  // @ts-expect-error Two tools are called store_get_item.
  expect(() => aiSdk5([getItem, { ...deleteItem, name: "store_get_item" } as const])).toThrow('Two tools have the name "store_get_item"');
});

test("the AI SDK 5 repairs invalid arguments, and those that cannot be repaired stay invalid", async () => {
  const model = scriptedModel([{ name: "store_get_item", input: 'Sure: {"id": "7"}' }], "A lamp.");
  await generateText({ model, ...sdk(), prompt: "x", stopWhen });
  expect(arrived()).toEqual(["GET /items/7"]);
  const invalid = await generateText({
    model: scriptedModel([{ name: "store_get_item", input: {} }], "x"),
    ...sdk(),
    prompt: "x",
    stopWhen,
  });
  const [call] = invalid.steps[0]?.toolCalls ?? [];
  if (call?.dynamic !== true || !InvalidToolInputError.isInstance(call.error)) throw new Error("The call should be invalid.");
  expect(publicMessage(call.error)).toMatch(/^The arguments are not valid: .*id/);
});

test("the AI SDK 5 shows the model a cut result, and ends at a call of a client function", async () => {
  const items = Array.from({ length: 50 }, (_, index) => ({ name: `item ${index}` }));
  server.answer = (response) => response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
  const model = scriptedModel([{ name: "store_list_items", input: {} }], [{ name: "page_pick_colour", input: { of: "lamp" } }]);
  const result = await generateText({ model, ...sdk(), prompt: "x", stopWhen });
  expect(result.steps[0]?.toolResults[0]?.output).toEqual({ items });
  const [told] = (model.doGenerateCalls[1]?.prompt ?? []).flatMap(({ role, content }) => (role === "tool" ? content : []));
  expect(told?.output.type).toBe("text");
  expect(String(told?.output.value)).toContain("_cut");
  expect(result.steps).toHaveLength(2);
  expect(result.toolResults).toEqual([]);
});

describe("a call that needs approval in the AI SDK 5", () => {
  test("stays pending if nobody approves it", async () => {
    const { tools } = sdk();
    expect(tools.store_delete_item.execute).toBeUndefined();
    const result = await generateText({ model: scriptedModel(deletion), tools: { ...tools }, prompt: "x", stopWhen });
    expect(result.toolCalls).toHaveLength(1);
    expect(result.toolResults).toEqual([]);
    expect(arrived()).toEqual([]);
  });

  test.each([true, false])("is made or not as the option `approve` returns: %s", async (approved) => {
    server.answer = (response) => response.setHeader("content-type", "application/json").end('{"deleted":true}');
    const { tools } = aiSdk5([deleteItem], {
      baseUrl: server.address,
      approve: ({ input }) => approved && (input as { id: number }).id === 7,
    });
    const result = await generateText({ model: scriptedModel(deletion, "Done."), tools, prompt: "x", stopWhen });
    expect(result.steps[0]?.content.at(-1)?.type).toBe(approved ? "tool-result" : "tool-error");
    expect(arrived()).toEqual(approved ? ["DELETE /items/7"] : []);
  });

  test("is refused by the adapter of later versions of the SDK", async () => {
    const { tools } = aiSdk([deleteItem], { baseUrl: server.address });
    const result = await generateText({ model: scriptedModel(deletion, "x"), tools, prompt: "x", stopWhen });
    expect(result.steps[0]?.content.find(({ type }) => type === "tool-error")).toMatchObject({ error: { code: "declined" } });
    expect(arrived()).toEqual([]);
  });
});

test("the example for the AI SDK 5 in the README runs", async () => {
  server.answer = (response) => response.setHeader("content-type", "application/json").end('{"results":[{"name":"Oslo"}]}');
  const model = scriptedModel([{ name: "weather_search_places", input: { name: "Oslo" } }], "Found.");
  const { text } = await answer(model, "Where is Oslo?", server.address);
  expect(text).toBe("Found.");
  expect(arrived()).toHaveLength(1);
});

test("the AI SDK 5 gives the model pictures and files of a result in their own form", async () => {
  const servers = await startMediaServers();
  const tools: readonly Tool[] = [servers.picture, servers.show];
  const model = scriptedModel(
    [
      { name: "picture", input: {} },
      { name: "show", input: {} },
    ],
    "Done.",
  );
  await generateText({ model, tools: aiSdk5(tools as readonly []).tools, prompt: "Show.", stopWhen });
  await servers.close();
  const told = model.doGenerateCalls[1]?.prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  expect(told?.map((part) => (part.type === "tool-result" ? part.output : part))).toMatchObject([
    { type: "content", value: [{ type: "media", data: base64(png), mediaType: "image/png" }] },
    {
      type: "content",
      value: [
        { type: "text", text: "Here it is." },
        { type: "media", data: base64(png), mediaType: "image/png" },
        { type: "media", data: base64(wav), mediaType: "audio/wav" },
        { type: "text" },
        { type: "text" },
        { type: "media", data: base64(pdf), mediaType: "application/pdf" },
      ],
    },
  ]);
});

test("the AI SDK 5 shows the values of a handler that is an async generator as preliminary results", async () => {
  const handlers = {
    page_pick_colour: async function* () {
      yield { colour: "red" };
      yield { colour: "blue" };
    },
  };
  const model = scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }], "");
  const { fullStream } = streamText({ model, ...aiSdk5(pageTools, { handlers }), prompt: "x", stopWhen });
  const results: unknown[] = [];
  for await (const part of fullStream) if (part.type === "tool-result") results.push([part.preliminary === true, part.output]);
  expect(results).toEqual([
    [true, { colour: "red" }],
    [true, { colour: "blue" }],
    [false, { colour: "blue" }],
  ]);
});
