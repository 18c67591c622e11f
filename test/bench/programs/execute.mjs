// `execute` of a tool beside a bare `fetch` and two generated clients, with a server in another process. Each makes a batch of calls in turn.
// Prints the medians of the processor time of a call, in microseconds, and the bytes of heap that a call of the tool keeps.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [library = "", baseUrl = "", peers = ""] = process.argv.slice(2);
const batch = 1000;
const rounds = 10;
/** In the first rounds, the engine still compiles. */
const warmUp = 4;

const { defineTool, defineToolset, http } = await import(library);
// Builds before format 2 have no parts.
const parts = await import(library.replace("index.js", "parts.js")).catch(() => undefined);
const { default: createFetchClient } = await import(fileOf("openapi-fetch/dist/index.mjs"));
const { createClient } = await import(fileOf("@hey-api/client-fetch/dist/index.js"));
const path = "/shops/{shop}/items";
const tool = listTool();
const openapiFetch = createFetchClient({ baseUrl });
const heyApi = createClient({ baseUrl });

/** @type {{ [name: string]: () => Promise<unknown> }} */
const jobs = {
  fetch: async () => (await fetch(`${baseUrl}/shops/7/items?page=2`, { headers: { accept: "application/json" } })).json(),
  execute: () => tool.execute({ shop: 7, page: 2 }, { baseUrl }),
  openapiFetch: () => openapiFetch.GET(path, { params: { path: { shop: 7 }, query: { page: 2 } } }),
  heyApi: () => heyApi.get({ url: path, path: { shop: 7 }, query: { page: 2 } }),
};

/** @type {{ [name: string]: number[] }} */
const times = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, job] of Object.entries(jobs)) {
    const before = process.cpuUsage();
    for (let call = 0; call < batch; call++) await job();
    const { user, system } = process.cpuUsage(before);
    if (round >= warmUp) times[name]?.push((user + system) / batch);
  }
}
const medians = Object.entries(times).map(([name, all]) => [name, all.sort((a, b) => a - b)[all.length >> 1]]);
console.log(JSON.stringify({ ...Object.fromEntries(medians), heap: await heapOfCall() }));

async function heapOfCall() {
  const calls = 5000;
  const before = await heapUsed();
  for (let call = 0; call < calls; call++) await tool.execute({ shop: 7, page: 2 }, { baseUrl });
  return Math.max(0, ((await heapUsed()) - before) / calls);
}

/** The heap after garbage collection. Finalizers run between collections, and release more. */
async function heapUsed() {
  for (let round = 0; round < 6; round++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return process.memoryUsage().heapUsed;
}

/** @type {(module: string) => string} */
function fileOf(module) {
  return pathToFileURL(join(peers, module)).href;
}

function listTool() {
  const connection = {
    kind: "openapi",
    definition: { openApiToolset: {} },
    servers: [],
    securitySchemes: {},
    timeout: 30_000,
    environments: {},
    defaultEnvironment: null,
  };
  const properties = { shop: { type: "integer" }, page: { type: "integer", minimum: 1 } };
  return defineTool({
    toolset: defineToolset({ format: parts === undefined ? 1 : 2, name: "shop", displayName: "Shop", connection, transport: http }),
    id: "list",
    name: "shop_list",
    description: "Lists the items of a shop.",
    input: { type: "object", properties, required: ["shop"], additionalProperties: false },
    output: { type: "object" },
    uses: parts && [parts.query, parts.nextPage],
    http: { method: "GET", path, query: ["page"] },
  });
}
