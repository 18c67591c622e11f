import type { Writable } from "node:stream";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";

/** Bytes of a message that are read. Files stand in messages as base64, which the SDK's 10 MB are too few for. */
const maxBufferSize = 32 * 1024 * 1024;

/** Serves the program that started this one, whatever revision of MCP it speaks, until it closes the input or `signal` ends it. */
export async function serveOnStdio(
  create: McpServerFactory,
  { output, signal }: { readonly output: Writable; readonly signal: AbortSignal },
): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, output, { maxBufferSize });
  const { close } = serveStdio(create, { transport });
  const ended = transport.onclose;
  await new Promise<void>((resolve) => {
    // It closes with the input, and with an output that nobody reads any more.
    transport.onclose = () => {
      ended?.();
      resolve();
    };
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await close();
}
