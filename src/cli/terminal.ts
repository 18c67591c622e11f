import { AsyncLocalStorage } from "node:async_hooks";
import { isAbsolute, sep } from "node:path";
import type { Readable, Writable } from "node:stream";

/** The part of `process` that commands use: the working directory, the environment, the streams, signals and the exit code. */
export interface Terminal {
  cwd(): string;
  /** The arguments of the process; absent for a command that runs in the process of another. */
  readonly argv?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  exitCode?: number | string | null | undefined;
  once(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  off(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
}

export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

// Not a parameter of every function of the command line, nearly all of which print. The process itself has none stored.
const stored = new AsyncLocalStorage<Terminal>();

/** The terminal of the command that is running: the process, unless `withTerminal` gave another. */
export function terminal(): Terminal {
  return stored.getStore() ?? process;
}

/** Runs `work` with another terminal than the process. */
export function withTerminal<Result>(given: Terminal, work: () => Result): Result {
  return stored.run(given, work);
}

/** A path that the user gave, for the file system. It is not normalized: `a.yaml/` and `link/..` lead elsewhere than `a.yaml` and `.`. */
export function absolutePath(path: string): string {
  return path === "" || isAbsolute(path) ? path : terminal().cwd() + sep + path;
}

export async function setExitCode(exitCode: Promise<number>): Promise<void> {
  terminal().exitCode = await exitCode;
}
