import { simulateReadableStream } from "ai";
import { MockLanguageModelV2 } from "ai/test";

/** What the model says in one step, or how it makes that of what it was asked: a text, or calls. */
export type Step = Said | ((prompt: Asked["prompt"]) => Said);

type Said = string | readonly { readonly name: string; readonly input: unknown }[];

type Asked = Parameters<MockLanguageModelV2["doGenerate"]>[0];
type Generated = Awaited<ReturnType<MockLanguageModelV2["doGenerate"]>>;
type StreamPart = Awaited<ReturnType<MockLanguageModelV2["doStream"]>>["stream"] extends ReadableStream<infer Part> ? Part : never;

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** The SDK's own mock model, which says `steps` in turn. */
export function scriptedModel(...steps: readonly Step[]): MockLanguageModelV2 {
  let asked = 0;
  const next = ({ prompt }: Asked): Generated => {
    const given = steps[asked++];
    const step = typeof given === "function" ? given(prompt) : given;
    if (step === undefined) throw new Error(`The model was asked ${asked} times, and has ${steps.length} steps.`);
    if (typeof step === "string") return { content: [{ type: "text", text: step }], finishReason: "stop", usage, warnings: [] };
    const content = step.map(({ name, input }, index) => ({
      type: "tool-call" as const,
      toolCallId: `call_${asked}_${index}`,
      toolName: name,
      input: typeof input === "string" ? input : JSON.stringify(input),
    }));
    return { content, finishReason: "tool-calls", usage, warnings: [] };
  };
  return new MockLanguageModelV2({
    doGenerate: async (options) => next(options),
    doStream: async (options) => {
      const { content, finishReason } = next(options);
      const parts = content.flatMap((part) => (part.type === "tool-call" ? [part] : []));
      const chunks: StreamPart[] = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}
