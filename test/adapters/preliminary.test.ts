import { isStepCount, streamText } from "ai";
import { expect, expectTypeOf, test } from "vitest";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { bindHandler, bindTool, type Tool } from "../../src/runtime/index.ts";
import { scriptedModel } from "./ai-sdk-model.ts";
import { pageTools, pickColour } from "./store.ts";

// Handlers that are async generators: their values are preliminary results where the SDK has them, and the last one is the answer.

const colours = ["red", "green", "blue"].map((colour) => ({ colour }));
async function* pick() {
  yield* colours;
}
const handlers = { page_pick_colour: pick };

async function streamed(tool: Tool) {
  const model = scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }], "Done.");
  const { stream } = streamText({ model, ...aiSdk([tool]), prompt: "x", stopWhen: isStepCount(2) });
  const results: unknown[] = [];
  for await (const part of stream) {
    if (part.type === "tool-result") results.push([part.preliminary === true, part.output]);
    if (part.type === "tool-error") results.push(part.error);
  }
  return { results, told: JSON.stringify(model.doStreamCalls[1]?.prompt) };
}

test("AI SDK 7 shows each value of a handler that is a generator, and gives the model the last one", async () => {
  const { results, told } = await streamed(bindHandler(pickColour, pick));
  expect(results).toEqual([...colours.map((value) => [true, value]), [false, { colour: "blue" }]]);
  expect(told).toContain("blue");
  expect(told).not.toContain("green");
});

test("AI SDK 7 shows no preliminary result of a handler that returns one value", async () => {
  const { results } = await streamed(bindHandler(pickColour, async () => ({ colour: "red" })));
  expect(results).toEqual([[false, { colour: "red" }]]);
  // Nor has one that is faked.
  const faked = await streamed(bindTool(pickColour, { handlers, fakes: { page_pick_colour: () => ({ colour: "grey" }) } }));
  expect(faked.results).toEqual([[false, { colour: "grey" }]]);
});

test("AI SDK 7 shows the values of a handler while it runs, and then its error", async () => {
  let goOn: () => void = () => expect.unreachable();
  const waiting = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const { tools } = aiSdk([pickColour], {
    handlers: {
      page_pick_colour: async function* () {
        yield { colour: "red" };
        await waiting;
        throw new Error("secret");
      },
    },
  });
  const running = tools.page_pick_colour.execute?.({ of: "lamp" }, { toolCallId: "c", messages: [] });
  expectTypeOf(running).toEqualTypeOf<Promise<{ colour: string }> | AsyncIterable<{ colour: string }> | undefined>();
  if (running === undefined || !(Symbol.asyncIterator in running)) throw new Error("It should be iterable.");
  const values = running[Symbol.asyncIterator]();
  expect(await values.next()).toEqual({ done: false, value: { colour: "red" } });
  goOn();
  await expect(values.next()).rejects.toThrow("The tool failed.");
});

test("AI SDK 7 asks for approval before the handler of a tool starts", async () => {
  const { results } = await streamed({ ...bindHandler(pickColour, pick), approval: "required" });
  expect(results).toEqual([]);
});

test("other adapters return the last value of a handler that is a generator", async () => {
  const seen: unknown[] = [];
  const { answer } = openai(pageTools, { handlers, onPreliminary: (preliminary) => seen.push(preliminary) });
  const { output } = await answer({ call_id: "c1", name: "page_pick_colour", arguments: `{"of":"lamp"}` });
  expect(output).toBe(`{"colour":"blue"}`);
  expect(seen).toEqual(colours.map((value) => ({ tool: "page_pick_colour", toolCallId: "c1", value })));
});

test("a handler that is a generator without an end ends with its call", async () => {
  const controller = new AbortController();
  let isEnded = false;
  const forever = bindHandler(pickColour, async function* () {
    try {
      while (true) yield { colour: "red" };
    } finally {
      isEnded = true;
    }
  });
  const run = forever.execute({ of: "lamp" }, { signal: controller.signal, onPreliminary: () => controller.abort() });
  await expect(run).rejects.toMatchObject({ code: "cancelled", sent: true });
  expect(isEnded).toBe(true);
});
