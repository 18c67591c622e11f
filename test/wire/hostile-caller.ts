import { join } from "node:path";
import { pathToFileURL } from "node:url";

const dist = (file: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, "../../dist", file)).href);

/**
 * A program that is hurt, in a process of its own, so that what it uses of memory is the library's. For each call it gives the error, how
 * often its time went by, and the growth of memory.
 */
export const hostileCaller = `
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { defineTool, defineToolset, http } from ${dist("library/runtime.js")};
import { allParts } from ${dist("library/runtime/parts.js")};
// Where there is no such file, the highest of all that the process had has to do; a child process begins with its parent's.
const status = "/proc/self/status";
const peak = () => (existsSync(status) ? Number(/VmHWM:\\s*(\\d+)/.exec(readFileSync(status, "utf8"))[1]) : process.resourceUsage().maxRSS);
const [usual, collects, requests] = process.argv.slice(2);
const toolsetOf = (scheme, { timeout }) => defineToolset({ format: 2, uses: [allParts], name: "shop", displayName: "Shop", transport: http,
  connection: { kind: "openapi", definition: { openApiToolset: {} }, servers: [], securitySchemes: { it: scheme }, timeout, environments: {},
    defaultEnvironment: null } });
const responses = [
  { status: "200", contentType: "application/json" },
  { status: "200", contentType: "application/jsonl", body: "sequence" },
  { status: "200", contentType: "text/event-stream", body: "sequence" },
  { status: "200", contentType: "text/plain", body: "text" },
  { status: "200", contentType: "image/png", body: "binary" },
];
const call = (toolset, path, { method, address }, context) => defineTool({ toolset, id: "call", name: "shop_call", description: "Calls.",
  input: {}, output: {}, http: { method, path, query: ["q"], security: [{ it: [] }], responses } })
  .execute({ q: "x" }, { baseUrl: address, ...context });
const key = { type: "apiKey", in: "header", name: "x-api-key" };
const authorize = (request) => { request.headers.set("x-api-key", "open sesame"); return request; };
const connection = "projects/p/locations/l/connections/c";
const callers = {
  service: (it) => call(toolsetOf(key, it), it.path, it, { authorize }),
  keyed: (it) => call(toolsetOf(key, it), it.path, it, { auth: { it: "open sesame" } }),
  basic: (it) => call(toolsetOf({ type: "http", scheme: "basic" }, it), it.path, it,
    { auth: { it: { username: "me", password: "open sesame" } } }),
  token: (it) => call(toolsetOf({ type: "oauth2", flows: { clientCredentials: { tokenUrl: it.address + it.path } } }, it), "/", it,
    { auth: { it: { clientId: "me", clientSecret: "open sesame" } } }),
  document: async ({ address, path, timeout }) =>
    (await import(${dist("host/fetch/fetch-document.js")})).fetchDocument(address + path, { timeout }),
  connection: async ({ address, path, timeout }) => (await import(${dist("host/fetch/pull-connection.js")})).pullConnection(
    { connection, entities: ["E"], actions: [] }, { address: address + path, token: "open sesame", former: undefined, timeout }),
  greedy: async () => void Buffer.alloc(96 << 20, 1),
};
// The chunks that were read and are held by nobody are no use of memory, but are collected when that is convenient.
const { read } = ReadableStreamDefaultReader.prototype;
if (collects === "true") {
  let reads = 0;
  ReadableStreamDefaultReader.prototype.read = function () {
    if (++reads % 4 === 0) globalThis.gc();
    return read.call(this);
  };
}
const warm = new Set();
let base;
const report = async (request) => {
  const { caller, timeout } = request;
  // What the first call of a caller loads is no growth.
  if (!warm.has(caller)) await callers[caller]({ ...request, address: usual, path: "/wrong%20type" }).catch(() => undefined);
  warm.add(caller);
  globalThis.gc();
  if (existsSync(status)) writeFileSync("/proc/self/clear_refs", "5"); // The highest is that from now on.
  const before = base ??= peak();
  // By the clock of the call's own timers, which is late where the machine is busy, and as late for both.
  let times = 0;
  const timer = setInterval(() => { times += 1; }, timeout);
  const error = await callers[caller](request).then(() => ({ code: "none" }), (reason) => reason);
  clearInterval(timer);
  const { name, code, sent, message, help, details, stack } = error;
  const told = [message, help, stack, JSON.stringify(details)].join(" ");
  return { name, code, sent, told, times, megabytes: (peak() - before) / 1024 };
};
const reports = [];
for (const request of JSON.parse(requests)) reports.push(await report(request));
process.stdout.write(JSON.stringify(reports), () => process.exit());
`;
