import { simulateReadableStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";

/** What the model says in one step, or how it makes that of what it was asked: a text, or calls, whose input is the text of the arguments if it is a string. */
export type Step = Said | ((prompt: Asked["prompt"]) => Said);

type Said = string | readonly { readonly name: string; readonly input: unknown }[];

type Asked = Parameters<MockLanguageModelV4["doGenerate"]>[0];
type Generated = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;
type StreamPart = Awaited<ReturnType<MockLanguageModelV4["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

const usage: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The SDK's own mock model, which says `steps` in turn, whole or as a stream. */
export function scriptedModel(...steps: readonly Step[]): MockLanguageModelV4 {
  let asked = 0;
  const next = ({ prompt }: Asked): Generated => {
    const given = steps[asked++];
    const step = typeof given === "function" ? given(prompt) : given;
    if (step === undefined) throw new Error(`The model was asked ${asked} times, and has ${steps.length} steps.`);
    if (typeof step === "string")
      return { content: [{ type: "text", text: step }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] };
    const content = step.map(({ name, input }, index) => ({
      type: "tool-call" as const,
      toolCallId: `call_${asked}_${index}`,
      toolName: name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    }));
    return { content, finishReason: { unified: "tool-calls", raw: "tool_calls" }, usage, warnings: [] };
  };
  return new MockLanguageModelV4({
    doGenerate: async (options) => next(options),
    doStream: async (options) => ({ stream: simulateReadableStream<StreamPart>({ chunks: streamOf(next(options)) }) }),
  });
}

function streamOf({ content, finishReason }: Generated): StreamPart[] {
  const parts = content.flatMap((part, index): StreamPart[] => {
    const id = String(index);
    if (part.type === "text")
      return [
        { type: "text-start", id },
        { type: "text-delta", id, delta: part.text },
        { type: "text-end", id },
      ];
    if (part.type !== "tool-call") return [];
    return [
      { type: "tool-input-start", id: part.toolCallId, toolName: part.toolName },
      { type: "tool-input-delta", id: part.toolCallId, delta: part.input },
      { type: "tool-input-end", id: part.toolCallId },
      part,
    ];
  });
  return [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
}
