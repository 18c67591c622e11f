#!/usr/bin/env node
import { CommanderError } from "commander";
import { isSystemError } from "../host/failure.ts";
import { exitCodes } from "./exit-codes.ts";
import { printError, printMessage } from "./print.ts";
import { program } from "./program.ts";

// Who reads only the first lines, as `| head` does, has what was wanted.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? exitCodes.clean);
});

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.clean : exitCodes.usage;
  // By name: their classes are not worth loading for `--help`.
  if (error instanceof Error && (error.name === "UsageError" || error.name === "Failure")) {
    printError(error.message, "help" in error ? String(error.help) : undefined);
    return exitCodes.usage;
  }
  // A command that did not foresee it: the machine's word is still no bug.
  if (isSystemError(error)) {
    printError(`${error.message}.`, "Check the path, and who may read and write there.");
    return exitCodes.usage;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  printMessage(`This is a bug of toolsetc, not of your project. Please report it with what you ran:\n${text}\n`);
  return exitCodes.bug;
}
