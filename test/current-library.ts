import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** What the build makes of the run-time library, as it is now: single tests are run without a build. */
export function setup(): void {
  execFileSync(process.execPath, [join(import.meta.dirname, "../src/build/library.mjs")]);
}
