// Calls tools of a hostile MCP server, in a process of its own, so that what it uses of memory is the library's. It prints the error of each
// call, how often its time went by, and the growth; then it has to end by itself.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { defineTool, defineToolset } from "../../../dist/runtime/index.js";
import { createMcp } from "../../../dist/runtime/mcp/mcp.js";
import { allParts } from "../../../dist/runtime/parts.js";

const [address, given, ...ways] = process.argv.slice(2);
const timeout = Number(given);
// Where there is no such file, the highest of all that the process had has to do; a child process begins with its parent's.
const status = "/proc/self/status";
const peak = () => (existsSync(status) ? Number(/VmHWM:\s*(\d+)/.exec(readFileSync(status, "utf8"))[1]) : process.resourceUsage().maxRSS);

function toolAt(path, timeout, transport) {
  const member = {
    serverAddress: `${address}/${path}`,
    customHeaders: { "X-Tenant": "$context.variables.tenant" },
    apiAuthentication: { bearerTokenConfig: { token: "$context.variables.token" } },
  };
  const connection = {
    kind: "mcp",
    definition: { mcpToolset: member },
    servers: [],
    securitySchemes: {},
    timeout,
    environments: {},
    defaultEnvironment: null,
  };
  const toolset = defineToolset({ format: 2, uses: [allParts], name: "shop", displayName: "Shop", connection, transport });
  return defineTool({
    toolset,
    id: "find",
    name: "shop_find",
    description: "Finds.",
    input: { type: "object" },
    output: {},
    mcp: { tool: "find" },
  });
}

const context = { variables: { token: "open-sesame-token", tenant: "tenant-of-ali-baba" } };

async function call(path, timeout) {
  const transport = createMcp();
  const error = await toolAt(path, timeout, transport)
    .execute({}, context)
    .then(
      () => ({ code: "none" }),
      (reason) => reason,
    );
  await transport.close();
  return error;
}

async function report(way) {
  globalThis.gc();
  if (existsSync(status)) writeFileSync("/proc/self/clear_refs", "5"); // The highest is that from now on.
  const before = peak();
  let times = 0;
  // By the clock of the call's own timers, which is late where the machine is busy, and as late for both.
  const clock = setInterval(() => {
    times += 1;
  }, timeout);
  const error = await call(way, timeout);
  clearInterval(clock);
  const megabytes = (peak() - before) / 1024;
  const text = `${error}${JSON.stringify(error.details)}`;
  const stack = error.name === "ToolError" ? "" : error.stack;
  return { name: error.name, code: error.code, sent: error.sent, text, stack, times, megabytes };
}

// What the first call of all loads is no growth.
await call("none", 30_000);
const reports = [];
for (const way of ways) reports.push(await report(way));
console.log(JSON.stringify(reports));
