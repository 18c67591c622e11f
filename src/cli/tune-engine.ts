import { setFlagsFromString } from "node:v8";

/** Baseline code becomes code of Maglev, V8's middle compiler, after ten times as many calls as by default. */
const lateMaglev = ["--invocation-count-for-maglev=4000", "--invocation-count-for-maglev-with-delay=8000"];
/** Code becomes code of TurboFan, the last compiler, after ten times as many calls as by default. */
const lateTurbofan = ["--invocation-count-for-turbofan=30000"];

/** By version of V8, since a flag that a version does not know is an error, and what is best depends on the version. */
const flags: Readonly<Record<string, readonly string[]>> = {
  "11.3": ["--interrupt-budget=1000000"], // Node 20
  "12.4": lateTurbofan, // Node 22
  "13.6": [...lateMaglev, ...lateTurbofan], // Node 24
  "14.6": [...lateMaglev, ...lateTurbofan], // Node 26
};

/**
 * Makes V8 optimize functions later. By default it does so too early and has to deoptimize most of them, which takes up to a quarter of the
 * processor time of a large compilation (`docs/decisions/a-cold-process.md`). V8 is left as it is in versions that were not measured.
 */
export function tuneEngine(): void {
  const version = /^\d+\.\d+/.exec(process.versions.v8)?.[0] ?? "";
  for (const flag of flags[version] ?? []) setFlagsFromString(flag);
}
