// What is measured, by name: the jobs from whose samples the figures of `rows.mjs` are made.
import { compileJobs } from "./jobs/compile.mjs";
import { outputJobs } from "./jobs/output.mjs";

/**
 * `run` measures a build once; `undefined` if it cannot, for want of the corpus or because the build is a package without the file. A peer is
 * the same for each build, so it is measured once in a round.
 * @typedef {{
 *   run: (build: import("./place.mjs").Build) => object | undefined | Promise<object | undefined>,
 *   isPeer?: true, needs?: "corpus", rounds?: number,
 * }} Job
 */

/** @type {{ readonly [name: string]: Job }} */
export const jobs = { ...compileJobs, ...outputJobs };
