import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Client as Client2, StreamableHTTPClientTransport as HttpTransport2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioTransport2 } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** The built program, as it is published. */
export const program = join(import.meta.dirname, "../../dist/bin/main.js");

export interface Started {
  readonly client: Client;
  /** What went wrong with messages, such as text on stdout that is none. */
  readonly faults: readonly Error[];
  readonly said: () => string;
}

/** The official client, connected to `toolsetc serve` on stdio. */
export async function connectStdio(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Started> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "serve", ...args],
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stderr: "pipe",
  });
  const faults: Error[] = [];
  let said = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    said += String(chunk);
  });
  const client = new Client({ name: "test", version: "1" });
  client.onerror = (error) => faults.push(error);
  await client.connect(transport);
  return { client, faults, said: () => said };
}

export interface Served {
  readonly url: URL;
  readonly child: ChildProcess;
  /** Sends the signal, and gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `toolsetc serve --http 0`, once it listens. */
export async function serveOverHttp(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Served> {
  const child = spawn(process.execPath, [program, "serve", "--http", "0", ...args], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  const url = await new Promise<URL>((resolve, reject) => {
    child.stderr.on("data", (chunk: unknown) => {
      said += String(chunk);
      const [, found] = /Serving \d+ tools? at (\S+)\n/.exec(said) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
    child.once("exit", (code) => reject(new Error(`It ended with ${code}: ${said}`)));
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    const ended = once(child, "exit");
    child.kill(signal);
    const [code] = (await ended) as [number | null];
    return code;
  };
  return { url, child, stop };
}

/** The official client over Streamable HTTP. */
export async function connectHttp(url: URL): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(url);
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return client;
}

/** The official client of 2026-07-28, which speaks nothing else here. */
export async function connectModern(transport: HttpTransport2 | StdioTransport2): Promise<Client2> {
  const client = new Client2({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(transport);
  return client;
}

export const overHttp = (url: URL) => new HttpTransport2(url);

/** `toolsetc serve` on stdio. */
export const onStdio = (args: readonly string[], cwd: string) =>
  new StdioTransport2({ command: process.execPath, args: [program, "serve", ...args], cwd, stderr: "ignore" });
