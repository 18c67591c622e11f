import { type LanguageModelV1, simulateReadableStream } from "ai";
import { MockLanguageModelV1 } from "ai/test";

/** What the model says in one step, or how it makes that of what it was asked: a text, or calls, whose arguments are their text if they are a string. */
export type Step = Said | ((prompt: Asked["prompt"]) => Said);

type Said = string | readonly { readonly name: string; readonly args: unknown }[];

export type Asked = Parameters<MockLanguageModelV1["doGenerate"]>[0];
type Generated = Awaited<ReturnType<MockLanguageModelV1["doGenerate"]>>;
type StreamPart = Awaited<ReturnType<MockLanguageModelV1["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

const usage = { promptTokens: 1, completionTokens: 1 };
const rawCall = { rawPrompt: null, rawSettings: {} };

/** The SDK's own mock model, which says `steps` in turn, whole or as a stream, and keeps what it was asked. */
export function scriptedModel(...steps: readonly Step[]): { model: LanguageModelV1; asked: Asked[] } {
  const asked: Asked[] = [];
  const next = (options: Asked): Generated => {
    asked.push(options);
    const given = steps[asked.length - 1];
    const step = typeof given === "function" ? given(options.prompt) : given;
    if (step === undefined) throw new Error(`The model was asked ${asked.length} times, and has ${steps.length} steps.`);
    if (typeof step === "string") return { text: step, finishReason: "stop", usage, rawCall };
    const toolCalls = step.map(({ name, args }, index) => ({
      toolCallType: "function" as const,
      toolCallId: `call_${asked.length}_${index}`,
      toolName: name,
      args: typeof args === "string" ? args : JSON.stringify(args),
    }));
    return { toolCalls, finishReason: "tool-calls", usage, rawCall };
  };
  const model = new MockLanguageModelV1({
    doGenerate: async (options) => next(options),
    doStream: async (options) => ({
      stream: simulateReadableStream<StreamPart>({ chunks: streamOf(next(options)) }),
      rawCall,
    }),
  });
  // The mock says `undefined` for what it leaves out, which `exactOptionalPropertyTypes` tells apart.
  return { model: model as LanguageModelV1, asked };
}

function streamOf({ text, toolCalls = [], finishReason }: Generated): StreamPart[] {
  return [
    ...(text === undefined ? [] : [{ type: "text-delta" as const, textDelta: text }]),
    ...toolCalls.map((call) => ({ type: "tool-call" as const, ...call })),
    { type: "finish", finishReason, usage },
  ];
}
