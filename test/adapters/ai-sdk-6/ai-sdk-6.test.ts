import { generateText, InvalidToolInputError, type ModelMessage, stepCountIs, streamText, ToolLoopAgent, type TypedToolResult } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import type { Tool } from "../../../src/runtime/index.ts";
import { type Loopback, startLoopback } from "../../runtime/loopback.ts";
import { base64, pdf, png, startMediaServers, wav } from "../media.ts";
import { pageTools, storeTools } from "../store.ts";
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
const sdk = () => aiSdk([...storeTools, ...pageTools], { baseUrl: server.address });
const arrived = () => server.arrivals.map(({ method, url }) => `${method} ${url}`);
const deletion = [{ name: "store_delete_item", input: { id: 7 } }];
const user: ModelMessage = { role: "user", content: "x" };

test("the AI SDK 6 calls a tool in a step, with typed inputs and outputs", async () => {
  const { tools } = sdk();
  const model = scriptedModel([{ name: "store_get_item", input: { id: 7, size: "large" } }], "A lamp.");
  const { text, steps } = await generateText({ model, tools, prompt: "x", stopWhen });
  expect(text).toBe("A lamp.");
  expect(arrived()).toEqual(["GET /items/7?size=large"]);
  const result = steps[0]?.toolResults[0];
  expect(result?.output).toEqual({ name: "lamp", price: 12 });
  type Result = Extract<TypedToolResult<typeof tools>, { toolName: "store_delete_item"; dynamic?: false | undefined }>;
  expectTypeOf<Result["output"]>().toEqualTypeOf<{ deleted: boolean }>();
});

test("the AI SDK 6 repairs invalid arguments", async () => {
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
  expect(call?.dynamic === true && InvalidToolInputError.isInstance(call.error)).toBe(true);
});

describe("a call that needs approval in the AI SDK 6", () => {
  test("is not sent before the user was asked, whatever members of the adapter's result are used", async () => {
    const { tools } = sdk();
    const generated = await generateText({ model: scriptedModel(deletion), tools: { ...tools }, prompt: "x", stopWhen });
    expect(generated.content.map(({ type }) => type)).toContain("tool-approval-request");
    const agent = new ToolLoopAgent({ model: scriptedModel(deletion), tools });
    expect((await agent.generate({ prompt: "x" })).content.map(({ type }) => type)).toContain("tool-approval-request");
    expect(arrived()).toEqual([]);
  });

  test("is refused if a program calls the tool directly, or removes `needsApproval`", async () => {
    const { tools } = sdk();
    await expect(tools.store_delete_item.execute?.({ id: 7 }, { toolCallId: "a", messages: [] })).rejects.toMatchObject({
      code: "declined",
      sent: false,
    });
    const { needsApproval, ...unasked } = tools.store_delete_item;
    expect(needsApproval).toBe(true);
    await generateText({ model: scriptedModel(deletion, "x"), tools: { store_delete_item: unasked }, prompt: "x", stopWhen });
    expect(arrived()).toEqual([]);
  });

  test.each([true, false])("is made or not as the user answers: %s", async (approved) => {
    const { tools } = sdk();
    const first = await generateText({ model: scriptedModel(deletion), tools, messages: [user], stopWhen });
    const request = first.content.find((part) => part.type === "tool-approval-request");
    if (request === undefined) throw new Error("Approval should be asked.");
    const answer: ModelMessage = {
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId: request.approvalId, approved }],
    };
    const messages = [user, ...first.response.messages, answer];
    expect((await generateText({ model: scriptedModel("Done."), tools, messages, stopWhen })).text).toBe("Done.");
    expect(arrived()).toEqual(approved ? ["DELETE /items/7"] : []);
  });
});

test("the AI SDK 6 gives the model pictures and files of a result in their own form", async () => {
  const servers = await startMediaServers();
  const tools: readonly Tool[] = [servers.picture, servers.show];
  const model = scriptedModel(
    [
      { name: "picture", input: {} },
      { name: "show", input: {} },
    ],
    "Done.",
  );
  await generateText({ model, tools: aiSdk(tools as readonly []).tools, prompt: "Show.", stopWhen });
  await servers.close();
  const told = model.doGenerateCalls[1]?.prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
  expect(told?.map((part) => (part.type === "tool-result" ? part.output : part))).toMatchObject([
    { type: "content", value: [{ type: "file-data", data: base64(png), mediaType: "image/png", filename: "result.png" }] },
    {
      type: "content",
      value: [
        { type: "text", text: "Here it is." },
        { type: "file-data", data: base64(png), mediaType: "image/png", filename: "result.png" },
        { type: "file-data", data: base64(wav), mediaType: "audio/wav", filename: "result.wav" },
        { type: "text" },
        { type: "text" },
        { type: "file-data", data: base64(pdf), mediaType: "application/pdf", filename: "sheet.pdf" },
      ],
    },
  ]);
});

test("the AI SDK 6 shows the values of a handler that is an async generator as preliminary results", async () => {
  const handlers = {
    page_pick_colour: async function* () {
      yield { colour: "red" };
      yield { colour: "blue" };
    },
  };
  const model = scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }], "");
  const { fullStream } = streamText({ model, ...aiSdk(pageTools, { handlers }), prompt: "x", stopWhen });
  const results: unknown[] = [];
  for await (const part of fullStream) if (part.type === "tool-result") results.push([part.preliminary === true, part.output]);
  expect(results).toEqual([
    [true, { colour: "red" }],
    [true, { colour: "blue" }],
    [false, { colour: "blue" }],
  ]);
});
