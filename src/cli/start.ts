import { repeatRun } from "./build/repeat-run.ts";
import { exitCodes } from "./exit-codes.ts";
import { tuneEngine } from "./tune-engine.ts";

/** Runs the command of these arguments in this process. */
export async function start(args: readonly string[]): Promise<void> {
  // It is not an error if the reader of a pipe, such as `head`, closes it early.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? exitCodes.clean);
  });
  if (await repeatRun()) return;
  tuneEngine();
  await (await import("./run-program.ts")).runProgram(args);
}
