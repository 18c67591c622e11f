import { mastra } from "toolsetc/mastra";
import { baseUrl, tools } from "./store.mjs";

// A call that needs approval suspends the run of its agent. The tools are called here as the agent calls them, before and after the decision.
const { get_item, delete_item } = mastra(tools, { baseUrl });
await get_item.execute({ id: 7 }, {});
let question;
const suspend = async (payload) => {
  question = payload;
};
const agent = { agentId: "a", toolCallId: "c", messages: [], suspend };
await delete_item.execute({ id: 7 }, { agent }).catch(() => {});
if (question?.toolName !== "delete_item") throw new Error("No approval was asked for.");
const resumed = (approved) => ({ agent: { ...agent, resumeData: { approved }, suspendPayload: question } });
await delete_item.execute({ id: 7 }, resumed(false)).catch(() => {});
await delete_item.execute({ id: 7 }, resumed(true));
