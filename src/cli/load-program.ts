import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { loadBundle } from "../host/code-cache.ts";
import { isCi } from "./is-ci.ts";
import { tuneEngine } from "./tune-engine.ts";

/** Loads the bundle of `start.ts`, which `scripts/bundle.mjs` makes, for a command. */
export function loadProgram(command: string): typeof import("./start.ts") {
  // V8 accepts code from the cache only if its flags are those with which the code was compiled.
  tuneEngine();
  const main = fileURLToPath(new URL("start.cjs", import.meta.url));
  // Runs of CI often share a folder for caches, and code that the run of a pull request leaves there must not run in another.
  const bundle = isCi() ? createRequire(main)(main) : loadBundle(main, command);
  // The cast is safe: the bundle exports what `start.ts` exports.
  return bundle as typeof import("./start.ts");
}
