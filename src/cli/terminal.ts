import { AsyncLocalStorage } from "node:async_hooks";
import { isAbsolute, relative, sep } from "node:path";
import type { Readable, Writable } from "node:stream";
import { exitCodes } from "./exit-codes.ts";

/** The part of `process` that commands use: the working directory, the environment, the streams, signals and the exit code. */
export interface Terminal {
  cwd(): string;
  /** The arguments of the process; absent if another program runs the command in its own process. */
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

// Nearly all functions of the command line print, so the terminal is stored here instead of being a parameter of each.
const stored = new AsyncLocalStorage<Terminal>();

/** The terminal of the running command. It is the process itself, except within `withTerminal`. */
export function terminal(): Terminal {
  return stored.getStore() ?? process;
}

/** Runs `work` so that it uses the given terminal instead of the streams and the folder of the process. */
export function withTerminal<Result>(given: Terminal, work: () => Result): Result {
  return stored.run(given, work);
}

/**
 * The absolute path for a path of the command line. It is not normalized, since `a.yaml/` differs from `a.yaml`, and `link/..` from `.`.
 */
export function absolutePath(path: string): string {
  return path === "" || isAbsolute(path) ? path : terminal().cwd() + sep + path;
}

/** The path of a file relative to the working directory, with slashes; `.` for the working directory itself. */
export function relativePath(file: string): string {
  return relative(terminal().cwd(), file).replaceAll("\\", "/") || ".";
}

/** A path of the system with slashes, as projects and reports have it. */
export function slashed(path: string): string {
  return path.split(sep).join("/");
}

/** Sets the exit code of a command. That of a bug, which the command met beside its result, stays. */
export async function setExitCode(exitCode: Promise<number>): Promise<void> {
  const code = await exitCode;
  if (terminal().exitCode !== exitCodes.bug) terminal().exitCode = code;
}
