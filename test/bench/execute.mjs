// `execute` of a tool beside a bare `fetch` of the same answer from a local server, in turn. Prints the medians in microseconds.
import { createServer } from "node:http";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

const answer = JSON.stringify({ items: Array.from({ length: 20 }, (_, id) => ({ id, name: `item ${id}`, tags: ["a", "b"] })) });

if (isMainThread) await measure(process.argv[2]);
else serve();

/** The server has a thread of its own, so that its work is not counted. */
function serve() {
  const server = createServer((_request, response) => response.setHeader("content-type", "application/json").end(answer));
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(`http://127.0.0.1:${server.address().port}`));
}

async function measure(library) {
  const { defineTool, defineToolset, http } = await import(library);
  const worker = new Worker(new URL(import.meta.url));
  const baseUrl = await new Promise((resolve) => worker.once("message", resolve));
  const tool = listTool({ defineTool, defineToolset, http });
  const jobs = {
    fetch: async () => (await fetch(`${baseUrl}/shops/7/items?page=2`, { headers: { accept: "application/json" } })).json(),
    execute: () => tool.execute({ shop: 7, page: 2 }, { baseUrl }),
  };
  const times = { fetch: [], execute: [] };
  for (let round = 0; round < 3000; round++) {
    for (const [name, job] of Object.entries(jobs)) {
      const start = process.hrtime.bigint();
      await job();
      times[name].push(Number(process.hrtime.bigint() - start) / 1000);
    }
  }
  await worker.terminate();
  // By the second half everything is warm.
  const medians = Object.entries(times).map(([name, all]) => [name, all.slice(1500).sort((a, b) => a - b)[750]]);
  console.log(JSON.stringify(Object.fromEntries(medians)));
}

function listTool({ defineTool, defineToolset, http }) {
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
    toolset: defineToolset({ format: 1, name: "shop", displayName: "Shop", connection, transport: http }),
    id: "list",
    name: "shop_list",
    description: "Lists the items of a shop.",
    input: { type: "object", properties, required: ["shop"], additionalProperties: false },
    output: { type: "object" },
    http: { method: "GET", path: "/shops/{shop}/items", query: ["page"] },
  });
}
