import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { Failure } from "../failure.ts";
import { harness } from "./python-harness.ts";

/** The fakes in a definition: Python code that CES executes instead of the tools of the definition. */
export interface PythonFakes {
  readonly code: string;
  /** The name of the file with the code, for errors. */
  readonly file: string;
}

/** The tool and the arguments with which a fake is called. */
export interface FakeCall {
  /** The possible names of the tool in the code: its function is `fake_<id>`. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly input: unknown;
  readonly variables: { readonly [name: string]: unknown };
  /** The maximum duration of the call in milliseconds. */
  readonly timeout: number;
  /** Called with text that the code prints, in whole lines. */
  readonly onPrint: (text: string) => void;
}

/** The maximum size in bytes of the result of a fake. The text that a fake prints has the same limit. */
const maxBytes = 8 * 1024 * 1024;

/** The time to read the remaining output of a process that ended, in milliseconds. */
const drainTime = 500;

/**
 * Runs the fake of a tool with `python3`, in a separate process that gets neither the environment variables nor the modules of the user.
 * Returns `undefined` if there is no fake for the tool, or if the fake returned None; the caller then makes the real call.
 */
export async function runPythonFake({ code, file }: PythonFakes, { timeout, onPrint, ...call }: FakeCall): Promise<unknown> {
  const { output, ended } = await runPython(JSON.stringify({ code, file, ...call }), { timeout, onPrint });
  if (ended !== undefined)
    throw new Failure(`The fake of "${call.name}" in ${file} ${ended}.`, "Correct the fake, or call without --fake.");
  const result = resultIn(output);
  if (result === undefined)
    throw new Failure(
      `The fake of "${call.name}" in ${file} ended without a result.`,
      "It ended the process, or wrote to the file descriptor of the result. Let it return a value, or call without --fake.",
    );
  if (result.error !== undefined)
    throw new Failure(`The fake of "${call.name}" failed: ${result.error.trimEnd()}`, "Correct the fake, or call without --fake.");
  return result.result ?? undefined;
}

/** Parses the result that the harness wrote; `undefined` if the fake ended the process before the harness wrote one. */
function resultIn(output: string): { readonly result?: unknown; readonly error?: string } | undefined {
  let result: unknown;
  try {
    result = JSON.parse(output);
  } catch {
    return undefined;
  }
  if (typeof result !== "object" || result === null) return undefined;
  if ("error" in result && typeof result.error === "string") return { error: result.error };
  return "result" in result ? { result: result.result } : undefined;
}

/** Runs the harness. Returns its output, and how the process ended if it did not end normally. */
async function runPython(
  request: string,
  { timeout, onPrint }: Pick<FakeCall, "timeout" | "onPrint">,
): Promise<{ readonly output: string; readonly ended?: string | undefined }> {
  // `-I` ignores the current folder, the user's own packages and all variables for Python.
  // `detached` gives the process a group of its own, so that its children can be stopped with it.
  const python = spawn("python3", ["-I", "-X", "utf8", "-c", harness], {
    cwd: tmpdir(),
    env: { PATH: process.env["PATH"] },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  let ended: string | undefined;
  const end = (reason: string) => {
    ended ??= reason;
    if (python.pid === undefined) return;
    try {
      process.kill(-python.pid, "SIGKILL");
    } catch {
      // On Windows, process groups do not exist, so only the process itself is stopped. On other systems, the process has already ended,
      // and this signal has no effect.
      python.kill("SIGKILL");
    }
  };
  const closeStreams = () => {
    for (const stream of python.stdio) stream?.destroy();
  };
  const timer = setTimeout(() => end(`did not end within ${timeout} ms`), timeout);
  const output = gather(python.stdout, () => end(`returned more than ${maxBytes} bytes`));
  const flush = passLines(python.stderr, { onPrint, onExcess: () => end(`printed more than ${maxBytes} bytes`) });
  // A process that ends early does not read its input. The resulting error is ignored.
  python.stdin.on("error", () => undefined);
  python.stdin.end(request);
  try {
    const exit = await new Promise<string | undefined>((resolve, reject) => {
      python.on("error", (error: NodeJS.ErrnoException) => reject(error));
      // When the process ends, some of its output may not be read yet. Another process that has left the group may keep the stream open
      // forever, so the streams are closed after a delay.
      python.on("exit", () => setTimeout(closeStreams, drainTime).unref());
      python.on("close", (status, signal) => resolve(status === 0 ? undefined : `ended with ${signal ?? `status ${status}`}`));
    });
    flush();
    return { output: output(), ended: ended ?? exit };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new Failure('"python3" was not found.', "The fake in a definition is Python code. Install Python 3, or omit --fake.");
    throw error;
  } finally {
    clearTimeout(timer);
    // Stops processes that the Python code of the fake has started and that still run.
    end("");
  }
}

/** Passes printed text to `onPrint` in whole lines, up to the limit. Returns a function that passes on a last line without a line break. */
function passLines(
  stream: NodeJS.ReadableStream,
  { onPrint, onExcess }: { readonly onPrint: (text: string) => void; readonly onExcess: () => void },
): () => void {
  let size = 0;
  let rest = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    size += Buffer.byteLength(chunk);
    if (size > maxBytes) return onExcess();
    const end = chunk.lastIndexOf("\n") + 1;
    if (end > 0) onPrint(rest + chunk.slice(0, end));
    rest = end > 0 ? chunk.slice(end) : rest + chunk;
  });
  return () => {
    if (rest !== "") onPrint(`${rest}\n`);
  };
}

/** Collects the text of a stream, up to the limit. */
function gather(stream: NodeJS.ReadableStream, onExcess: () => void): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxBytes) onExcess();
    else chunks.push(chunk);
  });
  return () => Buffer.concat(chunks).toString("utf8");
}
