import type { ChildProcess } from "node:child_process";
import { ExchangeFailure } from "../mcp/exchange.ts";
import type { McpTransport } from "../mcp/peer.ts";
import type { NodeModules } from "../node-modules.ts";
import { checkBounded } from "../response/parse-bounded.ts";
import { maxResponseBytes, ResponseLimitError } from "../response/read-bounded.ts";
import type { Program } from "./program.ts";

/** The SDK's transport over the standard input and output of a program. `pid` and `stderr` are what the SDK knows such transports by. */
export interface ProgramTransport extends McpTransport {
  onmessage?: (message: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  send(message: object): Promise<void>;
  readonly pid: number | undefined;
  readonly stderr: null;
  /** Why the program can be asked no more; `undefined` while it can. */
  ending(): Ending | undefined;
}

export interface Ending {
  /** It said more than is read. */
  readonly excess: ResponseLimitError | undefined;
  /** `ended with code 1`. */
  readonly how: string;
  /** The end of what it wrote to its error output. */
  readonly wrote: string;
}

/** Characters of a program's error output that are kept. */
const maxWritten = 2000;

/** Milliseconds that a program has to end when its input does, and again when it is told to. */
const patience = 2000;

/** What every program gets of our own environment; anything else may be a secret. */
const usual = ["HOME", "LANG", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER"];
const usualOnWindows = [
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

/** Starts nothing yet. It may be started again when the program has ended. */
export function programTransport(
  { command: [file = "", ...args], env }: Program,
  { spawn }: Pick<NodeModules["node:child_process"], "spawn">,
): ProgramTransport {
  let child: ChildProcess | undefined;
  let ending: Ending | undefined;
  let excess: ResponseLimitError | undefined;
  let wrote = "";
  /** Requests that wait for an answer; without any, the program keeps nobody from ending. */
  let waiting = new Set<unknown>();

  const transport: ProgramTransport = {
    get pid() {
      return child?.pid;
    },
    stderr: null,
    ending: () => ending,
    start() {
      if (child !== undefined) throw new Error("The program has been started already.");
      ending = undefined;
      excess = undefined;
      wrote = "";
      waiting = new Set();
      const started = spawn(file, args, { env: { ...usualEnvironment(), ...env }, stdio: "pipe", shell: false, windowsHide: true });
      child = started;
      readLines(started);
      started.stderr.on("data", (chunk: Buffer) => {
        wrote = `${wrote}${chunk.toString()}`.slice(-maxWritten);
      });
      // What is written to a program that has gone is lost, and its end is told of below.
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
      note(message);
      const text = `${JSON.stringify(message)}\n`;
      await new Promise<void>((resolve) => {
        if (running.stdin?.write(text) === false) running.stdin.once("drain", resolve).once("close", resolve);
        else resolve();
      });
    },
    async close() {
      const running = child;
      if (running === undefined) return;
      hold(running);
      const closed = new Promise<void>((resolve) => running.once("close", () => resolve()));
      running.stdin?.end();
      for (const signal of ["SIGTERM", "SIGKILL"] as const) {
        if (await isInTime(closed)) return;
        running.kill(signal);
      }
      await isInTime(closed);
      end("did not end");
    },
  };

  function end(how: string): void {
    if (child === undefined) return;
    child = undefined;
    ending = { excess, how, wrote: wrote.trim() };
    transport.onclose?.();
  }

  /** One message a line (MCP, Transports, stdio). */
  function readLines(started: ChildProcess): void {
    let parts: Buffer[] = [];
    let size = 0;
    started.stdout?.on("data", (chunk: Buffer) => {
      let rest = chunk;
      try {
        for (let at = rest.indexOf(10); at !== -1; at = rest.indexOf(10)) {
          take(Buffer.concat([...parts, rest.subarray(0, at)]).toString());
          parts = [];
          size = 0;
          rest = rest.subarray(at + 1);
        }
        size += rest.byteLength;
        if (size > maxResponseBytes)
          throw new ResponseLimitError("response-too-large", `has more than ${maxResponseBytes} bytes`, maxResponseBytes);
        if (rest.byteLength > 0) parts.push(rest);
      } catch (error) {
        if (!(error instanceof ResponseLimitError)) throw error;
        excess = error;
        started.stdout?.destroy();
        started.kill("SIGKILL");
      }
    });
  }

  function take(line: string): void {
    checkBounded(line);
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      // Some programs write there what belongs on their error output.
      transport.onerror?.(new SyntaxError("The program has written a line that is no message."));
      return;
    }
    if (typeof message === "object" && message !== null && "id" in message && !("method" in message)) release(message.id);
    transport.onmessage?.(message);
  }

  function note(message: object): void {
    if (!("method" in message)) return;
    if ("id" in message) {
      waiting.add(message.id);
      if (child !== undefined) hold(child);
    } else if (message.method === "notifications/cancelled" && "params" in message) release(Object(message.params).requestId);
  }

  function release(id: unknown): void {
    waiting.delete(id);
    if (waiting.size === 0 && child !== undefined) partsOf(child).forEach((part) => void part.unref?.());
  }

  return transport;
}

function hold(child: ChildProcess): void {
  for (const part of partsOf(child)) part.ref?.();
}

/** What of a child keeps its parent from ending. The pipes are sockets, which the types do not say. */
function partsOf(child: ChildProcess): readonly { ref?(): unknown; unref?(): unknown }[] {
  const pipes: readonly object[] = [child.stdin, child.stdout, child.stderr].filter((part) => part !== null);
  return [child, ...pipes];
}

async function isInTime(closed: Promise<void>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const result = await Promise.race([closed.then(() => true), late]);
  clearTimeout(timer);
  return result;
}

function usualEnvironment(): { readonly [name: string]: string } {
  const names = process.platform === "win32" ? usualOnWindows : usual;
  const entries = names.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}
