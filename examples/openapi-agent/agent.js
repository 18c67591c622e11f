import { generateText, stepCountIs } from "ai";
import { aiSdk } from "toolsetc/ai-sdk";
import { tools } from "./generated/toolsets/library/index.js";
import { mockModel } from "./model.js";
import { startService } from "./service.js";

// The line to change: `openai("gpt-5")` of @ai-sdk/openai, or any other model of the SDK.
const model = mockModel;

const service = await startService();
const library = aiSdk(tools({ baseUrl: service.url, auth: { libraryCard: process.env.LIBRARY_CARD ?? "card-of-the-example" } }));
const messages = [{ role: "user", content: "Borrow me a book about lighthouses." }];

// A turn ends with the answer, or with calls that a person has to approve first.
for (;;) {
  const { text, content, response } = await generateText({ model, ...library, messages, stopWhen: stepCountIs(5) });
  messages.push(...response.messages);
  const requests = content.filter(({ type }) => type === "tool-approval-request");
  if (requests.length === 0) {
    console.log(`model: ${text}`);
    break;
  }
  messages.push({ role: "tool", content: requests.map(decide) });
}
service.close();

/** Your program asks its user here. The example takes the decision from the command line. */
function decide({ approvalId, toolCall }) {
  const approved = process.argv.includes("--approve");
  console.log(`${toolCall.toolName} ${JSON.stringify(toolCall.input)}: ${approved ? "approved" : "denied"}`);
  return { type: "tool-approval-response", approvalId, approved };
}
