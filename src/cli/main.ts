#!/usr/bin/env node
import { exitCodes } from "./exit-codes.ts";

// It is not an error if the reader of a pipe, such as `head`, closes it early.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(process.exitCode ?? exitCodes.clean);
});

const args = process.argv.slice(2);
const isRepeated = args[0] === "compile" && (await (await import("./repeat-run.ts")).repeatRun());
if (!isRepeated) await (await import("./run-program.ts")).runProgram(args);
