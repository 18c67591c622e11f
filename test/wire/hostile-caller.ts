/**
 * A program that is hurt, in a process of its own, so that what it uses of memory is the library's. For each call it gives the error, how
 * often its time went by, and the growth.
 */
export const hostileCaller = (host: string): string => `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { defineTool, defineToolset, http } from "./index.mjs";
import { allParts } from "./parts.mjs";
// Where there is no such file, the highest of all that the process had has to do; a child process begins with its parent's.
const status = "/proc/self/status";
const peak = () => (existsSync(status) ? Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync(status, "utf8"))[1]) : process.resourceUsage().maxRSS);
const [caller, address, timeoutText, method, collects, ...paths] = process.argv.slice(2);
const timeout = Number(timeoutText);
const toolsetOf = (scheme) => defineToolset({ format: 2, uses: [allParts], name: "shop", displayName: "Shop", transport: http, connection: {
  kind: "openapi", definition: { openApiToolset: {} }, servers: [], securitySchemes: { it: scheme }, timeout, environments: {}, defaultEnvironment: null } });
const responses = [
  { status: "200", contentType: "application/json" },
  { status: "200", contentType: "application/jsonl", body: "sequence" },
  { status: "200", contentType: "text/event-stream", body: "sequence" },
  { status: "200", contentType: "text/plain", body: "text" },
  { status: "200", contentType: "image/png", body: "binary" },
];
const call = (toolset, path) => defineTool({ toolset, id: "call", name: "shop_call", description: "Calls.", input: {}, output: {},
  http: { method, path, query: ["q"], security: [{ it: [] }], responses } });
const key = { type: "apiKey", in: "header", name: "x-api-key" };
const authorize = (request) => { request.headers.set("x-api-key", "open sesame"); return request; };
const connection = "projects/p/locations/l/connections/c";
const callers = {
  service: (path) => call(toolsetOf(key), path).execute({ q: "x" }, { baseUrl: address, authorize }),
  keyed: (path) => call(toolsetOf(key), path).execute({ q: "x" }, { baseUrl: address, auth: { it: "open sesame" } }),
  basic: (path) => call(toolsetOf({ type: "http", scheme: "basic" }), path)
    .execute({ q: "x" }, { baseUrl: address, auth: { it: { username: "me", password: "open sesame" } } }),
  token: (path) => call(toolsetOf({ type: "oauth2", flows: { clientCredentials: { tokenUrl: address + path } } }), "/")
    .execute({ q: "x" }, { baseUrl: address, auth: { it: { clientId: "me", clientSecret: "open sesame" } } }),
  document: async (path) => (await import("${host}/fetch-document.js")).fetchDocument(address + path, { timeout }),
  connection: async (path) => (await import("${host}/pull-connection.js")).pullConnection(
    { connection, entities: ["E"], actions: [] }, { address: address + path, token: "open sesame", former: undefined, timeout }),
  bare: (path) => fetch(address + path).then((response) => response.arrayBuffer()),
};
// The chunks that were read and are held by nobody are no use of memory, but are collected when that is convenient.
const { read } = ReadableStreamDefaultReader.prototype;
if (collects === "collects") {
  let reads = 0;
  ReadableStreamDefaultReader.prototype.read = function () {
    if (++reads % 4 === 0) globalThis.gc();
    return read.call(this);
  };
}
// What the first call of all loads is no growth.
await callers[caller]("/wrong%20type").catch(() => undefined);
const report = async (path) => {
  globalThis.gc();
  if (existsSync(status)) writeFileSync("/proc/self/clear_refs", "5"); // The highest is that from now on.
  const before = peak();
  // By the clock of the call's own timers, which is late where the machine is busy, and as late for both.
  let times = 0;
  const timer = setInterval(() => { times += 1; }, timeout);
  const error = await callers[caller](path).then(() => ({ code: "none" }), (reason) => reason);
  clearInterval(timer);
  const { name, code, sent, message, help, details, stack } = error;
  const told = [message, help, stack, JSON.stringify(details)].join(" ");
  return { path, name, code, sent, told, times, megabytes: (peak() - before) / 1024 };
};
const reports = [];
for (const path of paths) reports.push(await report(path));
console.log(JSON.stringify(reports));
process.exit();
`;
