import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLong } from "../../long.ts";
import { type Loopback, startLoopback } from "../loopback.ts";
import { type RunningServer, startMcpServer } from "../mcp-server.ts";

// The bytes of heap that a call keeps, in processes of their own. `nothing-left.test.ts` shows the cause in seconds; this shows the effect.

/** The versions of Node that are tried, from npm except for the one that runs the tests. */
const versions = { "this Node": undefined, "Node 22": "node@22.23.3", "Node 24": "node@24.21.0" };

const calls = 15_000;
/** The limit of heap that a call may keep, in bytes. */
const limit = 1024;

let folder: string;
let service: Loopback;
let mcpServer: RunningServer;
beforeAll(async () => {
  if (!isLong) return;
  folder = await mkdtemp(join(tmpdir(), "toolsetc-heap-"));
  [service, mcpServer] = await Promise.all([startLoopback(), startMcpServer()]);
  service.answer = (response) => {
    service.arrivals.length = 0;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ answer: "x".repeat(10_000) }));
  };
  mcpServer.tools = [{ name: "find", inputSchema: { type: "object" } }];
  const build = await rolldown({ input: join(import.meta.dirname, "program.ts"), platform: "node" });
  await build.write({ dir: folder, format: "esm" });
  await build.close();
});
afterAll(async () => {
  if (!isLong) return;
  await Promise.all([service.close(), mcpServer.close()]);
  await rm(folder, { recursive: true });
});

test.runIf(isLong).each(Object.entries(versions))(
  "a call keeps at most 1 kB of heap, whatever its transport and adapter: %s",
  async (name, npm) => {
    const node = npm === undefined ? process.execPath : installed(npm);
    const parameters = ["--expose-gc", join(folder, "program.js"), service.address, mcpServer.address, String(calls)];
    const { stdout } = await promisify(execFile)(node, parameters);
    const kept: { readonly [way: string]: number } = JSON.parse(stdout);
    console.log(`${name}, bytes kept by a call: ${JSON.stringify(kept)}`);
    expect(Object.keys(kept).length).toBeGreaterThan(10);
    expect(Object.entries(kept).filter(([, bytes]) => bytes > limit)).toEqual([]);
  },
  3_600_000,
);

/** Installs a version of Node from npm. */
function installed(npm: string): string {
  const { status, stderr } = spawnSync("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", npm], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${npm} cannot be installed:\n${stderr}`);
  return join(folder, "node_modules/.bin/node");
}
