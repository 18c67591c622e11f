import { exitCodes } from "./exit-codes.ts";
import { formatHelp, helpWidth, storedHelp } from "./help-text.ts";

/** Runs the command of these arguments in this process. Each step loads no more than it needs. */
export async function start(args: readonly string[]): Promise<void> {
  // It is not an error if the reader of a pipe, such as `head`, closes it early.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? exitCodes.clean);
  });
  const help = storedHelp(args);
  if (help !== undefined) {
    process.stdout.write(formatHelp(help, helpWidth(process.stdout)));
    return;
  }
  if (await (await import("./build/repeat-run.ts")).repeatRun()) return;
  (await import("./tune-engine.ts")).tuneEngine();
  await (await import("./run-program.ts")).runProgram(args);
}
