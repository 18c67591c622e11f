import { CommanderError } from "commander";
import { isSystemError } from "../host/failure.ts";
import { exitCodes } from "./exit-codes.ts";
import { createProgram } from "./program.ts";
import { eraseStatus, printAsIs, printError, printMessage } from "./report/print.ts";
import { terminal } from "./terminal.ts";

/** Runs a command with these arguments, and sets the exit code of the terminal. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    const program = createProgram();
    const [first, name] = args;
    // For an unknown command, commander would print the help of the whole program, and not name the command.
    if (first === "help" && name !== undefined && !program.commands.some((each) => each.name() === name))
      program.error(`error: unknown command '${name}'`);
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    terminal().exitCode = report(error);
  } finally {
    eraseStatus();
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.clean : exitCodes.usage;
  // Errors are recognized by name, so that `--help` need not load their classes.
  if (error instanceof Error && (error.name === "UsageError" || error.name === "Failure")) {
    printError(error.message, "help" in error ? String(error.help) : undefined);
    return exitCodes.usage;
  }
  if (error instanceof Error && error.name === "CancelledError") {
    printMessage(`${error.message}\n`);
    return exitCodes.cancelled;
  }
  if (error instanceof Error && error.name === "ComparisonFailure") {
    printError(error.message, "help" in error ? String(error.help) : undefined);
    return exitCodes.unchecked;
  }
  // An error of the operating system is not a bug, even if the command did not handle it.
  if (isSystemError(error)) {
    printError(`${error.message}.`, "Check the path and its permissions.");
    return exitCodes.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printAsIs(`This is a bug in toolsetc, not in your project. Please report this output and your command:\n${text}\n`);
  return exitCodes.bug;
}
