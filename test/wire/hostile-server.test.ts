import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createGzip, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";

const timeout = 1000;

/** A server for each way to hurt a caller; the path says which. */
const ways: { readonly [way: string]: (response: ServerResponse, request: IncomingMessage) => void } = {
  endless: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    pour((next) => response.write(block, next));
  },
  drip: (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.on("close", () => clearInterval(timer));
  },
  silent: () => undefined,
  // A thousand times as large as it is sent.
  bomb: (response) => void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb),
  "bomb of bombs": (response) =>
    void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip, gzip" }).end(doubleBomb),
  "endless bomb": (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    const gzip = createGzip();
    gzip.pipe(response);
    pour((next) => gzip.write(block, next));
  },
  "bomb as an error": (response) => void response.writeHead(500, { "content-type": "text/plain", "content-encoding": "gzip" }).end(bomb),
  "broken compression": (response) =>
    void response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end("no gzip"),
  "wrong type": (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<h1>secret</h1>"),
  "deep JSON": (response) => void response.writeHead(200, { "content-type": "application/json" }).end("[".repeat(1 << 20)),
  "reset before": (response) => void response.socket?.resetAndDestroy(),
  "reset midway": (response) =>
    void response
      .writeHead(200, { "content-type": "application/json", "content-length": "1000" })
      .write("{", () => response.socket?.resetAndDestroy()),
  "endless headers": ({ socket }) => {
    socket?.write("HTTP/1.1 200 OK\r\n");
    pour((next) => socket?.write(`x: ${"a".repeat(1 << 10)}\r\n`, next));
  },
  "redirect elsewhere": (response, request) =>
    void response.writeHead(307, { location: `${elsewhere.address}${request.url}&token=secret` }).end(),
  "redirect to itself": (response, request) => void response.writeHead(302, { location: request.url }).end(),
  "redirect to a file": (response) => void response.writeHead(301, { location: "file:///etc/passwd" }).end(),
};

const expected: { readonly [way: string]: string } = {
  endless: "response-too-large",
  drip: "timeout",
  silent: "timeout",
  bomb: "response-too-large",
  "bomb of bombs": "response-too-large",
  "endless bomb": "response-too-large",
  "bomb as an error": "response-too-large",
  "broken compression": "network-error",
  "wrong type": "invalid-answer",
  "deep JSON": "invalid-answer",
  "reset before": "network-error",
  "reset midway": "network-error",
  "endless headers": "network-error",
  "redirect elsewhere": "redirect",
  "redirect to itself": "redirect",
  "redirect to a file": "redirect",
  "no HTTP": "network-error",
};

const bomb = gzipSync(Buffer.alloc(256 << 20, " "));
const doubleBomb = gzipSync(bomb);

const block = Buffer.alloc(1 << 16, " ");

/** Writes again and again, each time when the last has left, until the other side has gone. */
function pour(write: (next: (error?: Error | null) => void) => void): void {
  write((error) => {
    if (error === undefined || error === null) setImmediate(() => pour(write));
  });
}

interface Started {
  readonly server: Server;
  readonly address: string;
  readonly seen: string[];
}

const sockets = new Set<Socket>();

async function start(server: Server, seen: string[]): Promise<Started> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
  });
  return { server, address: `http://127.0.0.1:${port}`, seen };
}

let hostile: Started;
let elsewhere: Started;
let noHttp: Started;
let folder: string;

beforeAll(async () => {
  const seen: string[] = [];
  hostile = await start(
    createServer((request, response) => {
      seen.push(request.url ?? "");
      ways[decodeURIComponent((request.url ?? "").slice(1).split("?")[0] ?? "")]?.(response, request);
    }),
    seen,
  );
  const seenElsewhere: string[] = [];
  elsewhere = await start(
    createServer((request, response) => {
      seenElsewhere.push(`${request.url} ${JSON.stringify(request.headers)}`);
      response.end("{}");
    }),
    seenElsewhere,
  );
  noHttp = await start(
    createTcpServer((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n")),
    [],
  );
  folder = mkdtempSync(join(tmpdir(), "toolsetc-hostile-"));
  const build = await rolldown({
    input: join(import.meta.dirname, "../../src/runtime/index.ts"),
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  writeFileSync(join(folder, "runtime.mjs"), output[0].code);
  writeFileSync(join(folder, "caller.mjs"), caller);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  for (const socket of sockets) socket.destroy();
  for (const { server } of [hostile, elsewhere, noHttp]) await new Promise((resolve) => server.close(resolve));
});

/** A process of its own, so that what it uses of memory is the library's. It gives the error of the call, how often its time went by, and the growth. */
const caller = `
import { existsSync, readFileSync } from "node:fs";
import { defineTool, defineToolset, http } from "./runtime.mjs";
// Where there is no such file, the highest of all that the process had has to do; a child process begins with its parent's.
const status = "/proc/self/status";
const peak = () => (existsSync(status) ? Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync(status, "utf8"))[1]) : process.resourceUsage().maxRSS);
const [address, way, method, timeout] = process.argv.slice(2);
const schemes = { key: { type: "apiKey", in: "header", name: "x-api-key" } };
const toolset = defineToolset({ format: 1, name: "shop", displayName: "Shop", transport: http, connection: {
  kind: "openapi", definition: { openApiToolset: {} }, servers: [], securitySchemes: schemes, timeout: Number(timeout), environments: {}, defaultEnvironment: null } });
const call = (path) => defineTool({ toolset, id: "call", name: "shop_call", description: "Calls.", input: {}, output: {}, http: { method, path, query: ["q"], security: [{ key: [] }] } });
const context = { baseUrl: address, authorize: (request) => { request.headers.set("x-api-key", "open sesame"); return request; } };
// What the first call of all loads is no growth.
await call("/wrong%20type").execute({ q: "x" }, context).catch(() => undefined);
const before = peak();
let times = 0;
// By the clock of the call's own timers, which is late where the machine is busy, and as late for both.
setInterval(() => { times += 1; }, Number(timeout));
const path = "/" + encodeURIComponent(way);
const error = method === "bare"
  ? await fetch(address + path).then((response) => response.arrayBuffer()).then(() => ({}))
  : await call(path).execute({ q: "x" }, context).then(() => ({ code: "none" }), (reason) => reason);
const megabytes = (peak() - before) / 1024;
console.log(JSON.stringify({ name: error.name, code: error.code, sent: error.sent, text: String(error) + JSON.stringify(error.details), times, megabytes }));
process.exit();
`;

interface Report {
  readonly name: string;
  readonly code: string;
  readonly sent: boolean;
  readonly text: string;
  readonly times: number;
  readonly megabytes: number;
}

async function callOf(way: string, method: string): Promise<Report> {
  const { address } = way === "no HTTP" ? noHttp : hostile;
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "caller.mjs"), address, way, method, String(timeout)]);
  return JSON.parse(stdout) as Report; // The program above wrote it.
}

test.each(Object.entries(expected))("%s", async (way, code) => {
  elsewhere.seen.length = 0;
  const report = await callOf(way, "POST");
  expect(report).toMatchObject({ name: "ToolError", code, sent: true });
  expect(report.text).not.toMatch(/secret|sesame/);
  expect(report.times).toBeLessThan(2);
  expect(report.megabytes).toBeLessThan(64);
  expect(elsewhere.seen).toEqual([]);
});

test("trying again takes no more time, and no more memory", async () => {
  for (const way of ["reset midway", "endless headers", "broken compression"]) {
    hostile.seen.length = 0;
    const report = await callOf(way, "GET");
    expect(report).toMatchObject({ name: "ToolError", sent: true });
    expect(report.times).toBeLessThan(2);
    expect(report.megabytes).toBeLessThan(64);
    expect(hostile.seen.filter((url) => url.startsWith(`/${encodeURIComponent(way)}`)).length).toBeGreaterThan(1);
  }
});

test("memory that is used is seen", async () => {
  expect((await callOf("bomb", "bare")).megabytes).toBeGreaterThan(200);
});
