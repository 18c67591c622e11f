import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { EnvHttpProxyAgent } from "undici";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { retryPolicy } from "../../src/runtime/index.ts";
import type { Manifest } from "../../src/runtime/manifest.ts";
import { toolsOf } from "../../src/runtime/manifest.ts";
import { compileTexts } from "../compile-texts.ts";
import { project } from "../example-project.ts";
import { type Loopback, startLoopback } from "./loopback.ts";

// `docs/proxies.md`, with a real proxy: only it knows where the service is.

let service: Loopback;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let folder: string;
beforeAll(async () => {
  service = await startLoopback();
  proxy = await startProxy(service.address);
  folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-proxies-")));
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await proxy.close();
  await service.close();
});
beforeEach(() => {
  proxy.tunnels.length = 0;
  service.arrivals.length = 0;
});

const address = "http://shop.internal";

const texts = {
  "shop.yaml": "displayName: shop\nopenApiToolset: { openApiSchema: ./shop.openapi.yaml }\n",
  "shop.openapi.yaml": `openapi: 3.1.0
info: { title: Shop, version: "1" }
servers: [{ url: ${address} }]
paths:
  /orders: { get: { operationId: list_orders, responses: { "200": { description: All., content: { application/json: { schema: { type: object } } } } } } }
`,
  // As on the page.
  "proxy.mjs": `import { EnvHttpProxyAgent, setGlobalDispatcher } from "undici";

setGlobalDispatcher(new EnvHttpProxyAgent());
`,
};

/** A proxy that opens tunnels (RFC 9110 §9.3.6) to one service, whatever the name that is asked for. */
async function startProxy(target: string) {
  const tunnels: string[] = [];
  const server = createServer((_request, response) => response.writeHead(501).end());
  server.on("connect", ({ url = "" }, client, head) => {
    tunnels.push(url);
    const { hostname, port } = new URL(target);
    const upstream = connect(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    client.on("error", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo; // It listens on a port.
  const close = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { address: `http://127.0.0.1:${port}`, tunnels, close };
}

async function listOrders() {
  const { outputs } = await compileTexts(texts);
  const file = outputs[0]?.files.find(({ path }) => path.endsWith("/toolset.json"));
  const [tool] = toolsOf(JSON.parse(file?.text ?? "") as Manifest); // The compiler wrote it.
  if (tool === undefined) throw new Error("The document has one operation.");
  return tool;
}

/** A `fetch` through an agent, as on the page. */
function fetchThrough(dispatcher: EnvHttpProxyAgent): (request: Request) => Promise<Response> {
  return (request) => fetch(request, { dispatcher } as RequestInit); // Node passes the option on to undici.
}

test("a program that passes a fetch with an agent calls through the proxy", async () => {
  const tool = await listOrders();
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: proxy.address });
  await expect(tool.execute({}, { fetch: fetchThrough(dispatcher) })).resolves.toEqual({});
  await dispatcher.close();
  expect(proxy.tunnels).toEqual(["shop.internal:80"]);
  expect(service.arrivals.map(({ url, headers }) => `${headers.host}${url}`)).toEqual(["shop.internal/orders"]);
});

test("a program reaches the hosts of NO_PROXY directly", async () => {
  const tool = await listOrders();
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: proxy.address, noProxy: "127.0.0.1" });
  await tool.execute({}, { baseUrl: service.address, fetch: fetchThrough(dispatcher) });
  await dispatcher.close();
  expect(proxy.tunnels).toEqual([]);
  expect(service.arrivals).toHaveLength(1);
});

test("a proxy that cannot be reached is a network error, and nothing is sent directly", async () => {
  const tool = await listOrders();
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: "http://127.0.0.1:1" });
  const call = tool.execute({}, { baseUrl: service.address, fetch: fetchThrough(dispatcher), retries: retryPolicy({ attempts: 1 }) });
  await expect(call).rejects.toMatchObject({ code: "network-error" });
  await dispatcher.close();
  expect(service.arrivals).toEqual([]);
});

test("a command calls through the proxy that its environment names, with the module of the page", async () => {
  const args = [join(project, "dist/bin/main.js"), "call", "shop.list_orders"];
  const env = {
    ...process.env,
    NODE_OPTIONS: "--import ./proxy.mjs",
    HTTP_PROXY: proxy.address,
    NO_PROXY: "",
    XDG_CACHE_HOME: "/dev/null",
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, env });
  expect(JSON.parse(stdout)).toEqual({});
  expect(proxy.tunnels).toEqual(["shop.internal:80"]);
});
