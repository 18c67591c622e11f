// The mock model of the AI SDK, which reads the conversation and takes the next step of a fixed plan: search, borrow, report.
import { MockLanguageModelV3 } from "ai/test";

export const mockModel = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const results = prompt.flatMap(({ role, content }) => (role === "tool" ? content : [])).filter(({ type }) => type === "tool-result");
    const answers = Object.fromEntries(results.map(({ toolName, output }) => [toolName, output]));
    if (answers.library_borrow_book?.type === "json") return say(`You have it until ${answers.library_borrow_book.value.due}.`);
    if (answers.library_borrow_book) return say("I did not borrow it.");
    if (answers.library_search_books) {
      const { id } = answers.library_search_books.value.result.find(({ available }) => available);
      return call("library_borrow_book", { bookId: id });
    }
    return call("library_search_books", { query: "lighthouse" });
  },
});

function say(text) {
  return { content: [{ type: "text", text }], finishReason: { unified: "stop", raw: "stop" }, usage, warnings: [] };
}

function call(toolName, input) {
  const content = [{ type: "tool-call", toolCallId: toolName, toolName, input: JSON.stringify(input) }];
  return { content, finishReason: { unified: "tool-calls", raw: "tool-calls" }, usage, warnings: [] };
}

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
