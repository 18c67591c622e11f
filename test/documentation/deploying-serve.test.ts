import { execFile } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectHttp } from "../cli/serving.ts";
import { type ServedHere, serveHere } from "../cli/serving-here.ts";
import { runCommand } from "../run-command.ts";
import { type Loopback, startLoopback } from "../runtime/loopback.ts";
import { blocksOf, root } from "./blocks.ts";

// What docs/deploying-serve.md says, with the commands of its Dockerfile and the settings of its proxy.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-deployed-"));
const [image = ""] = blocksOf("dockerfile").map(({ text }) => text);
const [settings = ""] = blocksOf("nginx").map(({ text }) => text);
const commandOf = (line: RegExp): string[] => JSON.parse(line.exec(image)?.[1] ?? "[]");
const [, , ...args] = commandOf(/^CMD (.+)$/m);
const [, ...probe] = commandOf(/^HEALTHCHECK CMD (.+)$/m);
const [, host = ""] = /proxy_set_header Host (\S+);/.exec(settings) ?? [];

let service: Loopback;
let served: ServedHere;
let proxy: Server;

/** An address of the page, with the port of this test in place of its own. */
const here = (text: string) => text.replaceAll(host, served.url.host);

const serve = (env: Readonly<Record<string, string>>) =>
  serveHere([...args.filter((word) => word !== "--http" && word !== "8808"), "--base-url", service.address], { cwd: folder, env });

const proxyAddress = () => new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`); // It listens.

beforeAll(async () => {
  service = await startLoopback();
  service.answer = (response) => response.setHeader("content-type", "application/json").end('[{"id":7}]');
  copyFileSync(join(root, "test/documentation/shop/shop.openapi.yaml"), join(folder, "shop.openapi.yaml"));
  expect(await runCommand(["compile", "--openapi", "shop.openapi.yaml"], { cwd: folder })).toMatchObject({ status: 0 });
  served = await serve({ SHOP_KEY: "sesame" });
  const [, target = ""] = /proxy_pass (\S+);/.exec(settings) ?? [];
  proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: here(host) };
    const forwarded = request(here(target), { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.once("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
}, 60_000);

afterAll(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await served?.stop();
  await service?.close();
  rmSync(folder, { recursive: true });
});

test("several clients call tools through the proxy, with the credential in the server's environment", async () => {
  const clients = await Promise.all([connectHttp(proxyAddress()), connectHttp(proxyAddress())]);
  service.arrivals.length = 0;
  for (const client of clients) {
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("shop_listOrders");
    expect(await client.callTool({ name: "shop_listOrders", arguments: {} })).toMatchObject({ structuredContent: { result: [{ id: 7 }] } });
  }
  expect(service.arrivals.map(({ headers }) => headers["x-api-key"])).toEqual(["sesame", "sesame"]);
  await Promise.all(clients.map((client) => client.close()));
});

test("`serve` behind a proxy refuses a request with the host that the proxy was asked for", async () => {
  const status = await new Promise((resolve, reject) => {
    const sent = request(served.url, { headers: { host: "tools.example.com" } }, ({ statusCode }) => resolve(statusCode));
    sent.once("error", reject).end();
  });
  expect(status).toBe(403);
});

test("the probe of the container's image tells a running server from one that ended after SIGTERM", async () => {
  expect(await probed()).toBe(0);
  expect(await served.stop("SIGTERM")).toBe(0);
  expect(await probed()).toBe(1);
});

test("`serve` does not start without the variable of a credential, and names it", async () => {
  await expect(serve({})).rejects.toThrow(
    'It ended with 2: error: --auth for "shopKey": the environment variable "SHOP_KEY" has no value.',
  );
});

/** The exit code of the probe, which runs in a process of its own as in a container. */
function probed(): Promise<number | string | null | undefined> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, probe.map(here), () => resolve(child.exitCode));
  });
}
