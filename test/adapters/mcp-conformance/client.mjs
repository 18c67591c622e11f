// The client that the suite tests: a tool that is called by the run-time library, as it is published.

import { defineTool, defineToolset } from "../../../dist/runtime/index.js";
import { createMcp } from "../../../dist/runtime/mcp.js";

const inputs = { tools_call: { a: 5, b: 3 } };
const number = { type: "number" };
const schemas = { tools_call: { type: "object", properties: { a: number, b: number }, required: ["a", "b"] } };
const names = { tools_call: "add_numbers", "sse-retry": "test_reconnection" };
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const transport = createMcp();
const definition = { mcpToolset: { serverAddress: process.argv.at(-1) } };
const connection = {
  kind: "mcp",
  definition,
  servers: [],
  securitySchemes: {},
  timeout: 20_000,
  environments: {},
  defaultEnvironment: null,
};
const tool = defineTool({
  toolset: defineToolset({ format: 1, name: "suite", displayName: "Suite", connection, transport }),
  id: "tool",
  name: "tool",
  description: "A tool of the suite.",
  input: schemas[scenario] ?? { type: "object" },
  output: {},
  mcp: { tool: names[scenario] ?? "none" },
});
// The server of the first scenario has no tools, and answers whatever it is asked.
await tool.execute(inputs[scenario] ?? {}, scenario === "initialize" ? { drift: "ignore" } : {});
await transport.close();
