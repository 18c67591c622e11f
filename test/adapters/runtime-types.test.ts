import type { ToolRunnableConfig } from "@langchain/core/tools";
import type { ToolExecutionContext as MastraContext } from "@mastra/core/tools";
import type { RunContext } from "@openai/agents";
import type { ToolExecutionContext as TanstackContext } from "@tanstack/ai";
import { generateText, isStepCount, jsonSchema, type ModelMessage } from "ai";
import { expect, expectTypeOf, test } from "vitest";
import * as zod from "zod";
import { aiSdk } from "../../src/runtime/adapters/ai-sdk.ts";
import { aiSdk5 } from "../../src/runtime/adapters/ai-sdk-5.ts";
import { langchain } from "../../src/runtime/adapters/langchain.ts";
import { mastra } from "../../src/runtime/adapters/mastra.ts";
import { openai } from "../../src/runtime/adapters/openai.ts";
import { openaiAgents } from "../../src/runtime/adapters/openai-agents.ts";
import { tanstackAi } from "../../src/runtime/adapters/tanstack-ai.ts";
import { scriptedModel } from "./ai-sdk-model.ts";
import { getItem, pageTools } from "./store.ts";

// Handlers that an adapter is given know what its SDK hands them as `runtime`.

const model = () => scriptedModel([{ name: "page_pick_colour", input: { of: "lamp" } }], "Done.");
const stopWhen = isStepCount(2);

test("AI SDK 7: `toolsContext` is typed by `contextSchemas`, and reaches the handler as `runtime.context`", async () => {
  const { tools } = aiSdk([getItem, ...pageTools], {
    contextSchemas: { page_pick_colour: zod.object({ favourite: zod.string() }) },
    handlers: {
      page_pick_colour: ({ of }, { runtime }) => {
        expectTypeOf(of).toEqualTypeOf<string>();
        expectTypeOf(runtime.messages).toEqualTypeOf<readonly ModelMessage[]>();
        expectTypeOf(runtime.context).toEqualTypeOf<{ favourite: string }>();
        return { colour: `${runtime.context.favourite}, ${runtime.messages.length}` };
      },
    },
  });
  const toolsContext = { page_pick_colour: { favourite: "red" } };
  const { steps } = await generateText({ model: model(), tools, toolsContext, prompt: "x", stopWhen });
  expect(steps[0]?.toolResults.map(({ output }) => output)).toEqual([{ colour: "red, 1" }]);
  // The SDK holds it to the schema.
  const wrong = { page_pick_colour: { favourite: 7 } };
  // @ts-expect-error It is a text.
  const refused = await generateText({ model: model(), tools, toolsContext: wrong, prompt: "x", stopWhen }).catch((error) => error);
  expect(JSON.stringify([refused.message, refused.steps?.[0]?.content])).toContain("favourite");
});

test("AI SDK 7: a context schema may be the SDK's own, and one for an unknown tool is a type error", async () => {
  const favourite = jsonSchema<{ favourite: string }>({ type: "object", properties: { favourite: { type: "string" } } });
  const made = aiSdk(pageTools, {
    contextSchemas: { page_pick_colour: favourite },
    handlers: { page_pick_colour: (_input, { runtime }) => ({ colour: runtime.context.favourite }) },
  });
  expect(made.tools.page_pick_colour.contextSchema).toBe(favourite);
  // @ts-expect-error There is no such tool.
  aiSdk(pageTools, { contextSchemas: { page_pick_color: favourite } });
  expectTypeOf(aiSdk(pageTools).tools.page_pick_colour).not.toHaveProperty("contextSchema");
});

test("other adapters type the second argument of a handler, `runtime`, by their SDKs", () => {
  const answer = (_type: true) => ({ colour: "red" });
  const made = [
    aiSdk(pageTools, { handlers: { page_pick_colour: (_, { runtime }) => answer(expectTypeOf(runtime.context).toBeUnknown()) } }),
    aiSdk5(pageTools, {
      handlers: { page_pick_colour: (_, { runtime }) => answer(expectTypeOf(runtime.messages).toEqualTypeOf<readonly ModelMessage[]>()) },
    }),
    mastra(pageTools, {
      handlers: { page_pick_colour: (_, { runtime }) => answer(expectTypeOf(runtime).toEqualTypeOf<Partial<MastraContext> | undefined>()) },
    }),
    tanstackAi(pageTools, {
      handlers: { page_pick_colour: (_, { runtime }) => answer(expectTypeOf(runtime).toEqualTypeOf<TanstackContext | undefined>()) },
    }),
    langchain(pageTools, {
      handlers: { page_pick_colour: (_, { runtime }) => answer(expectTypeOf(runtime).toEqualTypeOf<ToolRunnableConfig>()) },
    }),
    openaiAgents(pageTools, {
      handlers: { page_pick_colour: (_, { runtime }) => answer(expectTypeOf(runtime).toEqualTypeOf<RunContext | undefined>()) },
    }),
    // It calls no tools itself, so that only the program knows what it gives.
    openai(pageTools, { handlers: { page_pick_colour: (_, { runtime }) => answer(expectTypeOf(runtime).toBeUnknown()) } }),
  ];
  expect(made).toHaveLength(7);
});
