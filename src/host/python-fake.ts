import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { Failure } from "./failure.ts";
import { harness } from "./python-harness.ts";

/** The fakes of a definition: Python code that CES would run instead of its tools. */
export interface PythonFakes {
  readonly code: string;
  /** The file name in errors. */
  readonly file: string;
}

/** A call of a fake. */
export interface FakeCall {
  /** The names that the function of this tool may have after `fake_`. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly input: unknown;
  readonly variables: { readonly [name: string]: unknown };
  /** Milliseconds. */
  readonly timeout: number;
  /** Receives what the fakes print, in whole lines. */
  readonly onPrint: (text: string) => void;
}

/** The most bytes that a fake may return, and print. */
const maxBytes = 8 * 1024 * 1024;

/** Milliseconds to read the remaining output of a process that ended. */
const untilRead = 500;

/**
 * Runs the fake of a tool with `python3`, in a process of its own that has neither the environment's variables nor the modules of the user.
 * Returns `undefined` if there is no fake for the tool, or if the fake returned None, so that the real call is made.
 */
export async function runPythonFake({ code, file }: PythonFakes, { timeout, onPrint, ...call }: FakeCall): Promise<unknown> {
  const { output, ended } = await runPython(JSON.stringify({ code, file, ...call }), { timeout, onPrint });
  if (ended !== undefined)
    throw new Failure(
      `The fake of "${call.name}" in ${file} ${ended}.`,
      "It ran in a process of its own, which has been ended. Correct it, or call without --fake.",
    );
  const said = resultIn(output);
  if (said === undefined)
    throw new Failure(
      `The fake of "${call.name}" in ${file} ended without an answer.`,
      "It ended its process, or wrote to the file descriptor of the result. Let it return, or call without --fake.",
    );
  if (said.error !== undefined)
    throw new Failure(`The fake of "${call.name}" failed: ${said.error.trimEnd()}`, "Correct it, or call without --fake.");
  return said.result ?? undefined;
}

/** The result that the harness wrote; `undefined` if the fake ended the process before. */
function resultIn(output: string): { readonly result?: unknown; readonly error?: string } | undefined {
  let said: unknown;
  try {
    said = JSON.parse(output);
  } catch {
    return undefined;
  }
  if (typeof said !== "object" || said === null) return undefined;
  if ("error" in said && typeof said.error === "string") return { error: said.error };
  return "result" in said ? { result: said.result } : undefined;
}

/** The output of the process, or how it ended without one. */
async function runPython(
  request: string,
  { timeout, onPrint }: Pick<FakeCall, "timeout" | "onPrint">,
): Promise<{ readonly output: string; readonly ended?: string | undefined }> {
  // `-I` ignores the current folder, the user's own packages and every variable that is for Python. A group of its own is ended as a whole.
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
      // It has ended by itself.
    }
  };
  const closeStreams = () => {
    for (const stream of python.stdio) stream?.destroy();
  };
  const timer = setTimeout(() => end(`did not end within ${timeout} ms`), timeout);
  const output = gather(python.stdout, () => end(`answered with more than ${maxBytes} bytes`));
  const flush = passLines(python.stderr, { onPrint, onExcess: () => end(`printed more than ${maxBytes} bytes`) });
  // A process that ends early does not read.
  python.stdin.on("error", () => undefined);
  python.stdin.end(request);
  try {
    const exit = await new Promise<string | undefined>((resolve, reject) => {
      python.on("error", (error: NodeJS.ErrnoException) => reject(error));
      // Output may not be read completely yet, and a process that left the group may keep the stream open for ever.
      python.on("exit", () => setTimeout(closeStreams, untilRead).unref());
      python.on("close", (status, signal) => resolve(status === 0 ? undefined : `ended with ${signal ?? `status ${status}`}`));
    });
    flush();
    return { output: output(), ended: ended ?? exit };
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw new Failure('"python3" was not found.', "Fakes of definitions are Python. Install Python 3, or call without --fake.");
    throw error;
  } finally {
    clearTimeout(timer);
    // What it started may have outlived it.
    end("");
  }
}

/** Passes printed text on line by line, up to the limit. Returns a function that passes on the last line. */
function passLines(
  stream: NodeJS.ReadableStream,
  { onPrint, onExcess }: { readonly onPrint: (text: string) => void; readonly onExcess: () => void },
): () => void {
  let size = 0;
  let rest = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    size += chunk.length;
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
