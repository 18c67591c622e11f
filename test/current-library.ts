import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What the build makes of the run-time library and of the pages on diagnostics, as they are now: single tests are run without a build. */
export function setup(): void {
  for (const script of ["library.mjs", "explanations.mjs"])
    execFileSync(process.execPath, [join(import.meta.dirname, "../scripts", script)]);
}
