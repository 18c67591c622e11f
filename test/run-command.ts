import { EventEmitter } from "node:events";
import { realpathSync } from "node:fs";
import { Readable, Writable } from "node:stream";
import { runProgram } from "../src/cli/run-program.ts";
import { type Terminal, withTerminal } from "../src/cli/terminal.ts";
import { defaultWidth } from "../src/source/text/wrap.ts";

export interface CommandRun {
  /** The working directory. */
  readonly cwd: string;
  /** All environment variables. */
  readonly env?: { readonly [name: string]: string | undefined };
  readonly stdin?: string;
  /** The width of stdout as a terminal; without it, stdout is a pipe. */
  readonly columns?: number;
  /** Whether messages stay broken into lines. Otherwise each is one line, so that a test finds its sentences. */
  readonly isWrapped?: boolean;
}

export interface CommandResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command of the source in this process: its working directory, environment and streams are its own. Starting a process takes
 * most of the time of a test, so only what needs one (signals, a terminal, the built program) uses `toolsetc` of `example-project.ts`.
 */
export async function runCommand(
  args: readonly string[],
  { stdin = "", columns, isWrapped = columns !== undefined, ...run }: CommandRun,
): Promise<CommandResult> {
  const [stdout, stderr] = [collected(), collected()];
  const shown = columns === undefined ? stdout.stream : Object.assign(stdout.stream, { isTTY: true, columns });
  const { ended } = startCommand(args, run, { stdin: Readable.from([stdin]), stdout: shown, stderr: stderr.stream });
  const status = await ended;
  if (isWrapped) return { status, stdout: stdout.text(), stderr: stderr.text() };
  return { status, stdout: unwrapped(stdout.text()), stderr: unwrappedMessages(stderr.text()) };
}

/** The text with each message, note and help of a finding, and each check of `ci`, in one line. */
export function unwrapped(text: string): string {
  return text
    .replaceAll(/^(?:error|warning|note)\[.*(?:\n {2}(?! *-->|help: |note: )\S.*)+/gm, (title) => title.replaceAll("\n  ", " "))
    .replaceAll(/^(?:validate|compile --check|lock --check|breaking) .*(?:\n {2}\S.*)+/gm, (check) => check.replaceAll("\n  ", " "))
    .replaceAll(/^ {2}(?:help|note): .*(?:\n {8}\S.*)+/gm, (note) => note.replaceAll("\n        ", " "));
}

/** What was printed to stderr, with each message in one line: the next line belongs to it if it is indented by two more and its first word had no room. */
export function unwrappedMessages(text: string): string {
  const lines: string[] = [];
  let [first, former] = [0, 0];
  for (const line of text.split("\n")) {
    const word = /\S+/.exec(line);
    const isFurther = word?.index === first + 2 && former + 1 + word[0].length > defaultWidth && !/^(?:-->|help:|note:)/.test(word[0]);
    if (isFurther) lines.push(`${lines.pop()} ${line.trimStart()}`);
    else {
      lines.push(line);
      first = word?.index ?? 0;
    }
    former = line.length;
  }
  return unwrapped(lines.join("\n"));
}

export interface StartedCommand {
  /** The exit code. */
  readonly ended: Promise<number>;
  signal(name: "SIGINT" | "SIGTERM"): void;
}

/** Starts a command of the source in this process, with these streams. */
export function startCommand(
  args: readonly string[],
  { cwd, env = {} }: Pick<CommandRun, "cwd" | "env">,
  streams: Pick<Terminal, "stdin" | "stdout" | "stderr">,
): StartedCommand {
  const folder = realpathSync(cwd);
  const signals = new EventEmitter();
  const terminal = {
    ...streams,
    cwd: () => folder,
    env,
    exitCode: 0,
    once: signals.once.bind(signals),
    off: signals.off.bind(signals),
  };
  const ended = withTerminal(terminal, () => runProgram(args)).then(() => terminal.exitCode);
  return { ended, signal: (name) => void signals.emit(name) };
}

/** A stream that keeps what is written to it. */
export function collected(): { readonly stream: Writable; readonly text: () => string } {
  const chunks: string[] = [];
  const write = (chunk: string, _encoding: string, done: () => void) => {
    chunks.push(chunk);
    done();
  };
  return { stream: new Writable({ decodeStrings: false, write }), text: () => chunks.join("") };
}
