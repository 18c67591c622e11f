import { type AnyTextAdapter, EventType } from "@tanstack/ai";

/** What the model says in one step, or how it makes that of what it was asked: a text, or calls. */
export type Step = Said | ((messages: Asked["messages"]) => Said);

type Said = string | readonly { readonly name: string; readonly args: unknown }[];

type Chunk = ReturnType<AnyTextAdapter["chatStream"]> extends AsyncIterable<infer Each> ? Each : never;
export type Asked = Parameters<AnyTextAdapter["chatStream"]>[0];

/** A text adapter as providers write them, which says `steps` in turn and keeps what it was asked. */
export function scriptedAdapter(...steps: readonly Step[]): { adapter: AnyTextAdapter; asked: Asked[] } {
  const asked: Asked[] = [];
  const adapter: AnyTextAdapter = {
    kind: "text",
    name: "scripted",
    model: "scripted-1",
    "~types": {
      providerOptions: {},
      inputModalities: ["text"],
      messageMetadataByModality: { text: undefined, image: undefined, audio: undefined, video: undefined, document: undefined },
      toolCapabilities: [],
      toolCallMetadata: undefined,
      systemPromptMetadata: undefined,
    },
    async *chatStream(options) {
      asked.push(options);
      const given = steps[asked.length - 1];
      const step = typeof given === "function" ? given(options.messages) : given;
      if (step === undefined) throw new Error(`The model was asked ${asked.length} times, and has ${steps.length} steps.`);
      yield* chunksOf(step, asked.length, { threadId: options.threadId ?? "thread", runId: options.runId ?? "run" });
    },
    structuredOutput: async () => ({ data: {}, rawText: "{}" }),
  };
  return { adapter, asked };
}

function* chunksOf(step: Said, turn: number, run: { threadId: string; runId: string }): Generator<Chunk> {
  const timestamp = 0;
  yield { type: EventType.RUN_STARTED, timestamp, ...run };
  if (typeof step === "string") {
    const messageId = `message_${turn}`;
    yield { type: EventType.TEXT_MESSAGE_START, timestamp, messageId, role: "assistant" };
    yield { type: EventType.TEXT_MESSAGE_CONTENT, timestamp, messageId, delta: step };
    yield { type: EventType.TEXT_MESSAGE_END, timestamp, messageId };
    yield { type: EventType.RUN_FINISHED, timestamp, ...run, finishReason: "stop" };
    return;
  }
  for (const [index, { name, args }] of step.entries()) {
    const toolCallId = `call_${turn}_${index}`;
    yield { type: EventType.TOOL_CALL_START, timestamp, toolCallId, toolCallName: name, toolName: name };
    yield { type: EventType.TOOL_CALL_ARGS, timestamp, toolCallId, delta: JSON.stringify(args) };
    yield { type: EventType.TOOL_CALL_END, timestamp, toolCallId, toolCallName: name, toolName: name };
  }
  yield { type: EventType.RUN_FINISHED, timestamp, ...run, finishReason: "tool_calls" };
}
