import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "../../src/runtime/context.ts";
import { createMcp, type McpCaller } from "../../src/runtime/mcp/mcp.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { createStdio } from "../../src/runtime/stdio/stdio.ts";
import { defineTool } from "../../src/runtime/tool/define-tool.ts";
import type { Tool } from "../../src/runtime/tool/tool.ts";
import { defineToolset } from "../../src/runtime/toolset.ts";
import { isLong } from "../long.ts";
import { endpoint } from "./fixture.ts";

const program = join(import.meta.dirname, "stdio-server.mjs");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-stdio-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const input = { type: "object", properties: { words: { type: "string" } }, required: ["words"] };
let stdio: McpCaller;
beforeEach(() => {
  stdio = createStdio();
});
afterEach(() => stdio.close());

function makeTool(way: string, { env, log, transport = stdio, timeout = 20_000 }: Making = {}): Tool {
  const command = [process.execPath, program, way, ...(log === undefined ? [] : [log])];
  const definition = { mcpToolset: { stdio: { command, ...(env === undefined ? {} : { env }) } } };
  return defineTool({
    toolset: defineToolset({
      format: 2,
      uses: [allParts],
      name: "shop",
      displayName: "Shop",
      connection: { ...endpoint, kind: "mcp", definition, timeout },
      transport,
    }),
    id: "find",
    name: "shop_find",
    description: "Finds goods.",
    input,
    output: { type: "object", properties: { result: {} }, required: ["result"] },
    mcp: { tool: "find" },
  });
}

interface Making {
  readonly env?: { readonly [name: string]: string };
  readonly log?: string;
  readonly transport?: McpCaller;
  readonly timeout?: number;
}

async function say(tool: Tool, words: string, context: Context = {}): Promise<string[]> {
  const { result } = (await tool.execute({ words }, context)) as { result: string };
  return result.split(" ");
}

describe("a program that is an MCP server", () => {
  test.each([
    ["of 2026-07-28", "new"],
    ["of 2025-11-25", "old"],
    ["that ends when something comes before the handshake", "strict"],
  ])("%s is started once for all calls", async (_what, way) => {
    const tool = makeTool(way);
    const [first, second] = [await say(tool, "a"), await say(tool, "b")];
    expect([first[0], second[0], first[2] === second[2]]).toEqual(["a", "b", true]);
  });

  test("gets the environment variables that its definition names, and no other of the calling program", async () => {
    process.env["TOOLSETC_TEST_SECRET"] = "ours";
    const tool = makeTool("old", { env: { SHOP_TOKEN: "$context.variables.token", SHOP_KEY: "shop-key" } });
    const given = { variables: { token: "sesame-open" }, secrets: { "shop-key": "k" } };
    const [names = ""] = await say(tool, "env", given);
    expect(names.split(",")).toEqual(expect.arrayContaining(["PATH", "SHOP_KEY", "SHOP_TOKEN"]));
    expect(names).not.toContain("TOOLSETC_TEST_SECRET");
    delete process.env["TOOLSETC_TEST_SECRET"];
    await expect(tool.execute({ words: "a" })).rejects.toMatchObject({
      code: "missing-credentials",
      sent: false,
      message: expect.stringContaining('Pass `variables.token` and the secret "shop-key" from `secrets`.'),
      details: {
        options: [
          { option: "variables", name: "token" },
          { option: "secrets", name: "shop-key" },
        ],
      },
    });
    const failed = await tool.execute({ words: "fail" }, given).catch((error: unknown) => error);
    expect(`${failed}${JSON.stringify(failed)}`).toMatch(/no such token: \*\*\*/);
    expect(`${failed}${JSON.stringify(failed)}`).not.toContain("sesame");
  });

  test("is started once more for each set of values that callers give its variables", async () => {
    const tool = makeTool("old", { env: { SHOP_TOKEN: "$context.variables.token" } });
    const [a, b, again] = [
      await say(tool, "x", { variables: { token: "aaaa" } }),
      await say(tool, "x", { variables: { token: "bbbb" } }),
      await say(tool, "x", { variables: { token: "aaaa" } }),
    ];
    expect([a[1], b[1], again[1]]).toEqual(["aaaa", "bbbb", "aaaa"]);
    expect([a[2] === b[2], a[2] === again[2]]).toEqual([false, true]);
  });

  test.runIf(isLong)("is ended when many other programs are used after it", { timeout: 60_000 }, async () => {
    const tool = makeTool("old", { env: { SHOP_TOKEN: "$context.variables.token" } });
    const processOf = async (token: string) => (await say(tool, "hello", { variables: { token } }))[2];
    const first = await processOf("0");
    expect(await processOf("0")).toBe(first);
    for (let user = 1; user <= 20; user++) await processOf(String(user));
    const isRunning = () => spawnSync("kill", ["-0", first ?? ""]).status === 0;
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(false);
    expect(await processOf("0")).not.toBe(first);
  });

  test("that has ended is started anew with the next call", async () => {
    const tool = makeTool("old");
    await expect(tool.execute({ words: "die" })).rejects.toMatchObject({
      code: "network-error",
      sent: true,
      message: "The server's program ended with code 3. The request was sent and may have been carried out. Do not repeat it.",
    });
    expect((await say(tool, "again"))[0]).toBe("again");
  });

  test("that nests its response too deep is ended", async () => {
    await expect(makeTool("old").execute({ words: "deep" })).rejects.toMatchObject({
      name: "ToolError",
      code: "invalid-response",
      sent: true,
    });
  });

  test("that does not exist is an error before anything is sent", async () => {
    const tool = makeTool("old");
    const missing = { mcpToolset: { stdio: { command: ["no-such-command-anywhere"] } } };
    const toolset = { ...tool.toolset, endpoint: { ...tool.toolset.endpoint, definition: missing } };
    await expect(
      stdio({ tool: "t", toolset, binding: tool.binding, input: {}, context: {}, parts: toolset.parts, inputSchema: tool.inputSchema }),
    ).rejects.toMatchObject({
      code: "network-error",
      sent: false,
      message: "The server's program could not be started (ENOENT).",
    });
  });

  test("is not started by the transport for servers at an address", async () => {
    const log = join(folder, "never.log");
    await expect(makeTool("old", { log, transport: createMcp() }).execute({ words: "a" })).rejects.toMatchObject({
      code: "unsupported-stdio",
      sent: false,
    });
    expect(existsSync(log)).toBe(false);
  });
});

test("a running program does not keep its caller from ending, and ends with the caller", async () => {
  const script = `
    import { defineTool, defineToolset } from "${join(import.meta.dirname, "../../dist/runtime/index.js")}";
    import { stdio } from "${join(import.meta.dirname, "../../dist/runtime/stdio/stdio.js")}";
    import { allParts } from "${join(import.meta.dirname, "../../dist/runtime/parts.js")}";
    const definition = { mcpToolset: { stdio: { command: ${JSON.stringify([process.execPath, program, "old"])} } } };
    const connection = { kind: "mcp", definition, servers: [], securitySchemes: {}, timeout: 20000, environments: {}, defaultEnvironment: null };
    const toolset = defineToolset({ format: 2, uses: [allParts], name: "shop", displayName: "Shop", connection, transport: stdio });
    const tool = defineTool({ toolset, id: "find", name: "find", description: "", input: ${JSON.stringify(input)}, output: {}, mcp: { tool: "find" } });
    console.log((await tool.execute({ words: "a" })).result);
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], { timeout: 15_000 });
  const pid = Number(stdout.trim().split(" ")[2]);
  for (let wait = 0; wait < 100 && isRunning(pid); wait++) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  // A process that has ended, and whose end nobody has asked for, is still listed.
  const state = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1] : undefined;
  if (existsSync("/proc/self/stat")) return state !== undefined && !state.startsWith("Z");
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
