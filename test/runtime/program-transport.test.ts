import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { defineTool, defineToolset } from "../../src/runtime/index.ts";
import { allParts } from "../../src/runtime/parts.ts";
import { programTransport } from "../../src/runtime/stdio/program-transport.ts";
import { createStdio } from "../../src/runtime/stdio/stdio.ts";
import { endpoint } from "./fixture.ts";

test("messages that wait for a slow MCP program leave no listeners", async () => {
  const stdin = Object.assign(new EventEmitter(), {
    write: (_text: string, written?: () => void) => {
      setImmediate(() => {
        written?.();
        stdin.emit("drain");
      });
      return false;
    },
  });
  const child = Object.assign(new EventEmitter(), { stdin, stdout: new EventEmitter(), stderr: new EventEmitter(), pid: 1 });
  const spawn = () => {
    setImmediate(() => child.emit("spawn"));
    return child;
  };
  // The parts of a child process that the transport uses.
  const transport = programTransport({ command: ["server"], env: {} }, { spawn: spawn as never });
  await transport.start();
  const before = stdin.eventNames().map((event) => stdin.listenerCount(event));
  for (let id = 0; id < 20; id++) await transport.send({ jsonrpc: "2.0", method: "notifications/progress" } as never);
  expect(stdin.eventNames().map((event) => stdin.listenerCount(event))).toEqual(before);
});

test("an MCP program with a running call is not ended to make room for another", async () => {
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const results: { readonly [method: string]: object } = {
    initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "shop", version: "1" } },
    "tools/list": { tools: [{ name: "find", inputSchema: { type: "object" } }] },
    "tools/call": { content: [{ type: "text", text: "found" }] },
  };

  /** A child process that is an MCP server, as far as the transport uses it. */
  function spawn(_file: string, _arguments: readonly string[], { env }: { readonly env: { readonly [name: string]: string } }) {
    const stdin = Object.assign(new EventEmitter(), {
      write(text: string, written: () => void) {
        written();
        void answer(JSON.parse(text));
      },
      end: () => void child.emit("close", 0, null),
    });
    const child = Object.assign(new EventEmitter(), { stdin, stdout: new EventEmitter(), stderr: new EventEmitter(), pid: 1 });
    async function answer({ id, method }: { readonly id?: number; readonly method: string }) {
      if (id === undefined) return;
      if (method === "tools/call" && env["USER_NUMBER"] === "0") await finished;
      const result = results[method];
      const message = { jsonrpc: "2.0", id, ...(result === undefined ? { error: { code: -32601, message: "Unknown" } } : { result }) };
      child.stdout.emit("data", Buffer.from(`${JSON.stringify(message)}\n`));
    }
    setImmediate(() => child.emit("spawn"));
    return child;
  }

  vi.spyOn(process, "getBuiltinModule").mockImplementation((() => ({ spawn })) as never);
  const definition = { mcpToolset: { stdio: { command: ["server"], env: { USER_NUMBER: "$context.variables.user" } } } };
  const transport = createStdio();
  const toolset = defineToolset({
    format: 2,
    uses: [allParts],
    name: "shop",
    displayName: "Shop",
    connection: { ...endpoint, kind: "mcp", definition },
    transport,
  });
  const tool = defineTool({
    toolset,
    id: "find",
    name: "find",
    description: "",
    input: { type: "object" },
    output: {},
    mcp: { tool: "find" },
  });
  const call = (user: number) => tool.execute({}, { variables: { user: String(user) } });
  const first = call(0);
  for (let user = 1; user < 25; user++) await call(user);
  finish();
  expect(await first).toEqual({ result: "found" });
  await transport.close();
  vi.restoreAllMocks();
});
