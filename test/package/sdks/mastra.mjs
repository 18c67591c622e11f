import { mastra } from "toolsetc/mastra";
import { baseUrl, tools } from "./store.mjs";

// The agent asks, by `requireApproval`; the tools are called here as it does afterwards.
const { get_item, delete_item } = mastra(tools, { baseUrl });
if (get_item.requireApproval || !delete_item.requireApproval) throw new Error("The wrong tool needs approval.");
for (const tool of [get_item, delete_item]) await tool.execute({ id: 7 }, {});
