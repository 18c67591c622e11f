import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { Failure } from "./failure.ts";
import { harness } from "./python-harness.ts";

/** The fakes of a definition: Python that CES would run in the place of its tools. */
export interface PythonFakes {
  readonly code: string;
  /** What its errors call it. */
  readonly file: string;
}

/** A call for the fakes. */
export interface FakeCall {
  /** The names that a function of the tool's own may have behind `fake_`. */
  readonly ids: readonly string[];
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly input: unknown;
  readonly variables: { readonly [name: string]: unknown };
  /** Milliseconds. */
  readonly timeout: number;
}

/** Bytes that a fake may answer with, and write. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Runs the fake of a tool with `python3`, in a process of its own that has neither the environment's variables nor the modules of the user.
 * What it prints goes to stderr. `undefined`: there is no fake for the tool, or it leaves the call to the real one.
 */
export async function runPythonFake({ code, file }: PythonFakes, { timeout, ...call }: FakeCall): Promise<unknown> {
  const { output, ended } = await runPython(JSON.stringify({ code, file, ...call }), timeout);
  if (ended !== undefined)
    throw new Failure(
      `The fake of "${call.name}" in ${file} ${ended}.`,
      "It ran in a process of its own, which has been ended. Correct it, or call without --fake.",
    );
  const said: { readonly result?: unknown; readonly error?: string } = JSON.parse(output);
  if (said.error !== undefined)
    throw new Failure(`The fake of "${call.name}" failed: ${said.error.trimEnd()}`, "Correct it, or call without --fake.");
  return said.result ?? undefined;
}

/** What the process wrote, or why there is nothing to read. */
async function runPython(request: string, timeout: number): Promise<{ readonly output: string; readonly ended?: string | undefined }> {
  // `-I` leaves out the current folder, the user's own packages and every variable that is for Python. A group of its own is ended as a whole.
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
  const timer = setTimeout(() => end(`did not end within ${timeout} ms`), timeout);
  const output = gather(python.stdout, () => end(`answered with more than ${maxBytes} bytes`));
  let written = 0;
  python.stderr.on("data", (chunk: Buffer) => {
    written += chunk.byteLength;
    if (written <= maxBytes) process.stderr.write(chunk);
    else end(`printed more than ${maxBytes} bytes`);
  });
  // A process that ends early does not read.
  python.stdin.on("error", () => undefined);
  python.stdin.end(request);
  try {
    const exit = await new Promise<string | undefined>((resolve, reject) => {
      python.on("error", (error: NodeJS.ErrnoException) => reject(error));
      // Not `exit`: what was written may still be on its way.
      python.on("close", (status, signal) => resolve(status === 0 ? undefined : `ended with ${signal ?? `status ${status}`}`));
    });
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

/** The text of a stream, up to the cap. */
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
