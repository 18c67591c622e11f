import { exitCodes } from "./exit-codes.ts";
import { formatHelp, helpWidth, storedHelp } from "./help-text.ts";

/** Runs the command of these arguments in this process. Each step loads no more than it needs. */
export async function start(args: readonly string[]): Promise<void> {
  // A rule in a file may end the process, which must not look as if the command had succeeded.
  const tooEarly = () => {
    process.stderr.write("error: The process ended before the command did. A rule in a file must not call `process.exit`.\n");
    process.exitCode = exitCodes.unchecked;
  };
  // It is not an error if the reader of a pipe, such as `head`, closes it early.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.off("exit", tooEarly);
    process.exit(process.exitCode ?? exitCodes.clean);
  });
  const help = storedHelp(args);
  if (help !== undefined) {
    process.stdout.write(formatHelp(help, helpWidth(process.stdout)));
    return;
  }
  if (await (await import("./build/repeat-run.ts")).repeatRun()) return;
  (await import("./tune-engine.ts")).tuneEngine();
  // The library for language servers ends the process itself.
  if (args[0] !== "lsp") process.once("exit", tooEarly);
  await (await import("./run-program.ts")).runProgram(args);
  process.off("exit", tooEarly);
}
