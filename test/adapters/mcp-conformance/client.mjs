// The client that the suite tests: all tools of its server are listed as `pull` lists them, and called by the run-time library, as both are
// published. Only where the suite's server asks its user something does the program bring a client that can answer.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { defineTool, defineToolset } from "../../../dist/runtime/index.js";
import { listingCall, listServerTools } from "../../../dist/runtime/mcp/list-server-tools.js";
import { createMcp } from "../../../dist/runtime/mcp/mcp.js";
import { allParts } from "../../../dist/runtime/parts.js";

const serverAddress = process.argv.at(-1);
const scenario = process.env.MCP_CONFORMANCE_SCENARIO ?? "";
const { toolCalls } = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");
const transport = createMcp();
const definition = { mcpToolset: { serverAddress } };
const shared = { servers: [], securitySchemes: {}, timeout: 20_000, environments: {}, defaultEnvironment: null };
const connection = { kind: "mcp", definition, ...shared };
const toolset = defineToolset({ format: 2, uses: [allParts], name: "suite", displayName: "Suite", connection, transport });
const context = scenario.startsWith("sep-2322") ? { mcp: await answeringClient() } : {};

const { tools } = await listServerTools(listingCall(toolset, {}));
const calls = toolCalls ?? tools.map(({ name, inputSchema }) => ({ name, arguments: sample(inputSchema) }));
// Several at once, as programs make them.
await Promise.allSettled(
  calls.map(({ name, arguments: input }) => {
    const { inputSchema } = tools.find((tool) => tool.name === name);
    const tool = defineTool({ toolset, id: name, name, description: "", input: inputSchema, output: {}, mcp: { tool: name } });
    return tool.execute(given(input, inputSchema), context);
  }),
);
await transport.close();
await context.mcp?.close();

/** The suite writes `null` for an argument that is not given; no tool of its takes one. */
function given(input, { properties }) {
  const isTaken = ([name, value]) => value !== null || [properties[name]?.type].flat().includes("null");
  return Object.fromEntries(Object.entries(input).filter(isTaken));
}

function sample({ properties = {}, required = [] }) {
  const values = { string: "abc", integer: 3, number: 5, boolean: true };
  return Object.fromEntries(required.map((name) => [name, values[properties[name].type] ?? null]));
}

async function answeringClient() {
  const client = new Client({ name: "suite", version: "1" }, { capabilities: { elicitation: {} }, versionNegotiation: { mode: "auto" } });
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { confirmed: true } }));
  await client.connect(new StreamableHTTPClientTransport(new URL(serverAddress)));
  return client;
}
