import { setFlagsFromString } from "node:v8";

/**
 * The V8 of Node 20 optimises functions so early that it has to deoptimise most of them: a compilation of a large document
 * spends a fifth of its time on that. Later versions choose better, and do not have the flag.
 */
export function tuneEngine(): void {
  if (process.version.startsWith("v20.")) setFlagsFromString("--interrupt-budget=400000");
}
