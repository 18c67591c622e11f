import { readCache } from "../../host/cache.ts";
import { isSystemError } from "../../host/failure.ts";
import { writePrinted } from "../report/print.ts";
import { terminal } from "../terminal.ts";
import { runFile } from "./run-key.ts";

/**
 * If nothing has changed since the last run with these arguments, prints its report again, sets the exit code and returns true. Loads
 * neither the compiler nor the parser of arguments.
 */
export async function repeatRun(): Promise<boolean> {
  const cached = await cachedRun();
  if (cached === undefined) return false;
  for (const printed of cached.printed) writePrinted(printed);
  terminal().exitCode = cached.exitCode;
  return true;
}

async function cachedRun() {
  try {
    const file = runFile();
    return file === undefined ? undefined : await readCache(file);
  } catch (error) {
    // Deno asks for a permission to read each variable and file. The command itself names the one that is missing.
    if (isSystemError(error)) return undefined;
    throw error;
  }
}
