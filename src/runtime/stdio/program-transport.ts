import type { ChildProcess } from "node:child_process";
import { ExchangeFailure } from "../mcp/exchange.ts";
import type { McpTransport } from "../mcp/peer.ts";
import type { NodeModules } from "../node-modules.ts";
import { checkBounded } from "../response/parse-bounded.ts";
import { maxResponseBytes, overLimit, ResponseLimitError } from "../response/read-bounded.ts";
import type { ServerProgram } from "./program.ts";

/**
 * An MCP transport over the standard input and output of a program. The SDK recognizes such transports by their members `pid` and `stderr`.
 */
export interface ProgramTransport extends McpTransport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  send(message: object): Promise<void>;
  readonly pid: number | undefined;
  readonly stderr: null;
  /** Why the program has ended; `undefined` while it is running. */
  ending(): ProgramExit | undefined;
}

export interface ProgramExit {
  /** The error for the limit that the program's output exceeded; `undefined` if it exceeded no limit. */
  readonly limitError: ResponseLimitError | undefined;
  /** How the program ended, as a predicate without a subject: "ended with code 1". */
  readonly how: string;
  /** The last characters that the program wrote to its standard error. */
  readonly errorOutput: string;
}

/** The maximum characters of a program's error output that are kept. */
const maxErrorOutput = 2000;

/** How long to wait for a program's exit after closing its input, and after each signal, in milliseconds. */
const exitTimeout = 2000;

/** The environment variables that a program inherits. No others are inherited, since they may contain secrets. */
const inheritedVariables = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER"];
const inheritedOnWindows = [
  "APPDATA",
  "HOMEDRIVE",
  "HOMEPATH",
  "LOCALAPPDATA",
  "PATH",
  "PROCESSOR_ARCHITECTURE",
  "SYSTEMDRIVE",
  "SYSTEMROOT",
  "TEMP",
  "USERNAME",
  "USERPROFILE",
];

/** Creates the transport without starting the program. The transport may be started again after the program has ended. */
export function programTransport(
  { command: [file = "", ...args], env }: ServerProgram,
  { spawn }: Pick<NodeModules["node:child_process"], "spawn">,
): ProgramTransport {
  let child: ChildProcess | undefined;
  let ending: ProgramExit | undefined;
  let limitError: ResponseLimitError | undefined;
  let errorOutput = "";
  /** The identifiers of requests that have no response yet. While there are none, the program does not keep this process alive. */
  let pendingRequests = new Set<unknown>();

  const transport: ProgramTransport = {
    get pid() {
      return child?.pid;
    },
    stderr: null,
    ending: () => ending,
    start() {
      if (child !== undefined) throw new Error("The program is already running.");
      ending = undefined;
      limitError = undefined;
      errorOutput = "";
      pendingRequests = new Set();
      const started = spawn(file, args, { env: { ...inheritedEnvironment(), ...env }, stdio: "pipe", shell: false, windowsHide: true });
      child = started;
      readLines(started);
      started.stderr.on("data", (chunk: Buffer) => {
        errorOutput = `${errorOutput}${chunk.toString()}`.slice(-maxErrorOutput);
      });
      // Writing to a program that has exited fails. This error is ignored, since the event `close` reports the exit.
      started.stdin.on("error", () => undefined);
      return new Promise((resolve, reject) => {
        started.once("spawn", () => resolve());
        started.once("error", (error) => {
          const code = "code" in error ? String(error.code) : "unknown";
          const failure = new ExchangeFailure("network-error", `The program "${file}" could not be started (${code}).`, { reason: code });
          end(`could not be started (${code})`);
          reject(failure);
        });
        started.once("close", (code, signal) => end(signal === null ? `ended with code ${code}` : `was ended by ${signal}`));
      });
    },
    async send(message) {
      const running = child;
      if (running === undefined) throw new ExchangeFailure("network-error", "The program has ended.", { reason: "ended" });
      trackRequest(message);
      const text = `${JSON.stringify(message)}\n`;
      await new Promise<void>((resolve) => {
        if (running.stdin === null) resolve();
        else running.stdin.write(text, () => resolve());
      });
    },
    async close() {
      const running = child;
      if (running === undefined) return;
      keepAlive(running);
      const closed = new Promise<void>((resolve) => running.once("close", () => resolve()));
      running.stdin?.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (await exitsInTime(closed)) return;
        running.kill(signal);
      }
      await exitsInTime(closed);
      end("did not end");
    },
  };

  function end(how: string): void {
    if (child === undefined) return;
    child = undefined;
    ending = { limitError, how, errorOutput: errorOutput.trim() };
    transport.onclose?.();
  }

  /** Reads messages, one per line (MCP, Transports, stdio). */
  function readLines(started: ChildProcess): void {
    let parts: Buffer[] = [];
    let size = 0;
    started.stdout?.on("data", (chunk: Buffer) => {
      let rest = chunk;
      try {
        for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
          receiveLine(Buffer.concat([...parts, rest.subarray(0, at)]).toString());
          parts = [];
          size = 0;
          rest = rest.subarray(at + 1);
        }
        size += rest.byteLength;
        if (size > maxResponseBytes) throw overLimit(maxResponseBytes, "bytes");
        if (rest.byteLength > 0) parts.push(rest);
      } catch (error) {
        if (!(error instanceof ResponseLimitError)) throw error;
        limitError = error;
        started.stdout?.destroy();
        started.kill("SIGKILL");
      }
    });
  }

  function receiveLine(line: string): void {
    checkBounded(line);
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // Lines that are not JSON are only reported, since some programs write log lines to their standard output.
      transport.onerror?.(new SyntaxError("The program has written a line that is not JSON."));
      return;
    }
    if (typeof message === "object" && message !== null && "id" in message && !("method" in message)) untrackRequest(message.id);
    transport.onmessage?.(message);
  }

  function trackRequest(message: object): void {
    if (!("method" in message)) return;
    if ("id" in message) {
      pendingRequests.add(message.id);
      if (child !== undefined) keepAlive(child);
    } else if (message.method === "notifications/cancelled" && "params" in message) untrackRequest(Object(message.params).requestId);
  }

  function untrackRequest(id: unknown): void {
    pendingRequests.delete(id);
    if (pendingRequests.size === 0 && child !== undefined) partsOf(child).forEach((part) => void part.unref?.());
  }

  return transport;
}

function keepAlive(child: ChildProcess): void {
  for (const part of partsOf(child)) part.ref?.();
}

/**
 * The objects of a child process that keep its parent alive. The pipes are sockets, so they have `ref` and `unref`, which their types do
 * not declare.
 */
function partsOf(child: ChildProcess): readonly { ref?(): unknown; unref?(): unknown }[] {
  const pipes: readonly object[] = [child.stdin, child.stdout, child.stderr].filter((part) => part !== null);
  return [child, ...pipes];
}

async function exitsInTime(closed: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), exitTimeout);
  });
  const result = await Promise.race([closed.then(() => true), late]);
  clearTimeout(timer);
  return result;
}

function inheritedEnvironment(): { readonly [name: string]: string } {
  const names = process.platform === "win32" ? inheritedOnWindows : inheritedVariables;
  const entries = names.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
