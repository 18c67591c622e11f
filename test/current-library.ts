import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What the build makes of the JSON Schemas, of the run-time library and of the pages on diagnostics, as they are now: single tests need no build. */
export function setup(): void {
  for (const script of ["generate.mjs", "runtime.mjs", "explanations.mjs"])
    execFileSync(process.execPath, [join(import.meta.dirname, "../scripts", script)]);
}
