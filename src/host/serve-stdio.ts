import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

/** Serves the program that started this one, until it closes the input or `signal` ends it. */
export async function serveStdio(server: Server, signal: AbortSignal): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    // Who does not read any more is gone too.
    process.stdout.once("error", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
