#!/usr/bin/env node
import { exitCodes } from "./exit-codes.ts";
import { runProgram } from "./run-program.ts";

// A reader such as `| head` closes the pipe early, which is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? exitCodes.clean);
});

await runProgram(process.argv.slice(2));
