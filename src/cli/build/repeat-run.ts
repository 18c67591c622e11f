import { readCache } from "../../host/cache.ts";
import { writePrinted } from "../report/print.ts";
import { terminal } from "../terminal.ts";
import { runFile } from "./run-key.ts";

/**
 * If nothing has changed since the last run with these arguments, prints its report again, sets the exit code and returns true. Loads
 * neither the compiler nor the parser of arguments.
 */
export async function repeatRun(): Promise<boolean> {
  const file = runFile();
  const cached = file === undefined ? undefined : await readCache(file);
  if (cached === undefined) return false;
  for (const printed of cached.printed) writePrinted(printed);
  terminal().exitCode = cached.exitCode;
  return true;
}
