import { setFlagsFromString } from "node:v8";

/**
 * Makes the V8 of Node 20 optimize functions later. By default it does so too early and has to deoptimize most of them, which takes a fifth
 * of the time of a large compilation. With less than this, the threads that optimize take a tenth of the processor time of most documents,
 * and with more, documents with deep schemas take longer. Later versions need no flag, and do not have it.
 */
export function tuneEngine(): void {
  if (process.version.startsWith("v20.")) setFlagsFromString("--interrupt-budget=1000000");
}
