// Prints, as JSON, the bytes of heap that each call keeps, by the way of calling. It is bundled and run with `node --expose-gc`, with the
// addresses of the servers and the number of calls as arguments.
import { aiSdk } from "../../../src/runtime/adapters/ai-sdk.ts";
import { ces } from "../../../src/runtime/adapters/ces.ts";
import { discover } from "../../../src/runtime/adapters/discover.ts";
import { openai } from "../../../src/runtime/adapters/openai.ts";
import { bindTool, type Tool } from "../../../src/runtime/index.ts";
import { http, makeTool } from "../fixture.ts";

const [service = "", mcpServer = "", count = "", ...chosen] = process.argv.slice(2);
const calls = Number(count);
/** Calls before the first measurement, in which engine and connections reach their usual size. */
const warmUp = 2000;
/** How many calls run at once. */
const parallel = 10;

const overHttp = bindTool(makeTool({ binding: http }), { baseUrl: service });
const overMcp = makeTool({
  binding: { transport: "mcp", tool: "find", structured: false, output: "result", destructive: false, digest: null, waiting: null },
  endpoint: { kind: "mcp", definition: { mcpToolset: { serverAddress: mcpServer } } },
});
const connection = "projects/p-1/locations/europe-west1/connections/support";
const overConnector = bindTool(
  makeTool({
    binding: { transport: "connector", operation: "list", target: "Ticket", inputFields: [], outputFields: [] },
    endpoint: { kind: "connector", definition: { connectorToolset: { connection } } },
  }),
  { baseUrl: service, auth: { google: "access" } },
);
const ownFunction = bindTool(
  makeTool({ binding: { transport: "client", function: "call" }, endpoint: { kind: "client", definition: {} } }),
  { handlers: { shop_call: async () => ({ answer: "x".repeat(100) }) } },
);

/** A signal that lives as long as the program, such as that of its shutdown. */
const { signal: shutdown } = new AbortController();

/** Adapters report failures as results. */
function requireNone(failure: unknown): void {
  if (failure !== undefined && failure !== null) throw new Error(`The call failed: ${String(failure)}`);
}

const viaAiSdk = (tool: Tool) => {
  const { tools } = aiSdk([tool]);
  const execute = tools[tool.name]?.execute as (input: unknown, options: object) => Promise<unknown>;
  return () => execute({}, { toolCallId: "1", messages: [], abortSignal: new AbortController().signal });
};
const viaCes = (tool: Tool) => {
  const session = ces([tool]);
  return () =>
    session
      .answer({ id: "1", displayName: tool.name, args: {} })
      .then(({ response }) => requireNone("error" in response ? response.error : undefined));
};
const viaOpenai = (tool: Tool) => {
  const { answer } = openai([tool], { api: "chat" });
  return () =>
    answer({ id: "1", function: { name: tool.name, arguments: "{}" } }).then(({ content }) =>
      requireNone(/^{"error"/.exec(String(content))),
    );
};
const viaDiscover = (tool: Tool) => {
  const [, , callTool] = discover([tool]);
  return () => callTool.execute({ name: tool.name, arguments: {} });
};

const ways: { readonly [name: string]: () => Promise<unknown> } = {
  http: () => overHttp.execute({}),
  "http, own fetch": () => overHttp.execute({}, { fetch: (request) => fetch(request) }),
  "http, one signal for all calls": () => overHttp.execute({}, { signal: shutdown }),
  "http, a signal for all and one for each": () =>
    bindTool(overHttp, { signal: shutdown }).execute({}, { signal: new AbortController().signal }),
  connector: () => overConnector.execute({}),
  mcp: () => overMcp.execute({ words: "tea" }),
  "mcp, one signal for all calls": () => overMcp.execute({ words: "tea" }, { signal: shutdown }),
  client: () => ownFunction.execute({}),
  "client, one signal for all calls": () => ownFunction.execute({}, { signal: shutdown }),
  "ai-sdk, http": viaAiSdk(overHttp),
  "openai, http": viaOpenai(overHttp),
  "discover, http": viaDiscover(overHttp),
  "ces, http": viaCes(overHttp),
  "ces, client": viaCes(ownFunction),
  "ces, mcp": viaCes(overMcp),
};

async function repeat(call: () => Promise<unknown>, times: number): Promise<void> {
  let left = times;
  const worker = async () => {
    // A server may close an idle connection in the moment in which a call begins to use it. Such a call is made again.
    while (left-- > 0) await call().catch(() => call());
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** The heap after garbage collection. Finalizers run between collections, and release more. */
async function heapUsed(): Promise<number> {
  for (let round = 0; round < 6; round++) {
    (globalThis as unknown as { gc: () => void }).gc(); // `--expose-gc` defines it.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed;
}

const kept: { [way: string]: number } = {};
for (const [name, call] of Object.entries(ways)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  await repeat(call, warmUp);
  const before = await heapUsed();
  await repeat(call, calls);
  kept[name] = Math.round(((await heapUsed()) - before) / calls);
}
console.log(JSON.stringify(kept));
process.exit();
