import * as mocks from "ai/test";

/** The mock model of whichever version of the SDK is installed; it says `steps` in turn, each a text or the names of tools. */
export function scriptedModel(...steps) {
  const { MockLanguageModelV4, MockLanguageModelV3, MockLanguageModelV2, MockLanguageModelV1 } = mocks;
  const left = [...steps];
  if (MockLanguageModelV4 ?? MockLanguageModelV3) {
    const usage = { inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 }, outputTokens: { total: 1, text: 1, reasoning: 0 } };
    const doGenerate = async () => ({ ...said(left.shift(), (unified) => ({ unified, raw: unified })), usage, warnings: [] });
    return new (MockLanguageModelV4 ?? MockLanguageModelV3)({ doGenerate });
  }
  if (MockLanguageModelV2) {
    const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
    return new MockLanguageModelV2({ doGenerate: async () => ({ ...said(left.shift(), (reason) => reason), usage, warnings: [] }) });
  }
  return new MockLanguageModelV1({
    doGenerate: async () => ({
      ...saidByV1(left.shift()),
      usage: { promptTokens: 1, completionTokens: 1 },
      rawCall: { rawPrompt: null, rawSettings: {} },
    }),
  });
}

function said(step, reason) {
  if (typeof step === "string") return { content: [{ type: "text", text: step }], finishReason: reason("stop") };
  return { content: step.map(callOf), finishReason: reason("tool-calls") };
}

function saidByV1(step) {
  if (typeof step === "string") return { text: step, finishReason: "stop" };
  const toolCalls = step.map((each) => ({ toolCallType: "function", ...callOf(each), args: callOf(each).input }));
  return { toolCalls, finishReason: "tool-calls" };
}

function callOf({ name }, index) {
  return { type: "tool-call", toolCallId: `call_${index}`, toolName: name, input: '{"id":7}' };
}
