import type { Readable, Writable } from "node:stream";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";

/** The maximum size of a message in bytes. Messages contain files as base64, for which the SDK's default of 10 MB is too small. */
const maxBufferSize = 32 * 1024 * 1024;

/** Serves an MCP client over two streams, in any revision of MCP, until the client closes the input or `signal` is aborted. */
export async function serveOnStdio(
  create: McpServerFactory,
  { input, output, signal }: { readonly input: Readable; readonly output: Writable; readonly signal: AbortSignal },
): Promise<void> {
  const transport = new StdioServerTransport(input, output, { maxBufferSize });
  const { close } = serveStdio(create, { transport });
  const ended = transport.onclose;
  await new Promise<void>((resolve) => {
    // The SDK's transport closes when the input ends, or when the output is no longer read.
    transport.onclose = () => {
      ended?.();
      resolve();
    };
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
  await close();
}
