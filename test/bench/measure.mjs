// How a program is measured: as a whole process, its time by our clock, and its processor time and memory by the kernel's account of it.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const reporter = new URL("programs/report-usage.mjs", import.meta.url).href;

/**
 * What was measured, by the names of the figures: `seconds` by the clock, `cpu` seconds of user and system time, `megabytes` at the peak.
 * @typedef {{ [figure: string]: number }} Sample
 */

/**
 * Runs a Node program once.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, exits?: readonly number[], env?: { [name: string]: string } }} [options]
 * @returns {{ seconds: number, cpu: number, megabytes: number, stdout: string }}
 */
export function run(args, { cwd, exits = [0], env = {} } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const report = join(folder, "usage.json");
  const started = process.hrtime.bigint();
  const child = spawnSync(process.execPath, ["--import", reporter, ...args], {
    cwd,
    env: { ...process.env, ...env, BENCH_REPORT: report, NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (!exits.includes(child.status ?? -1))
    throw new Error(`${args.join(" ")} ended with ${child.status}: ${child.stderr.slice(0, 2000)}${child.stdout.slice(0, 2000)}`);
  const { maxRSS, cpu } = JSON.parse(readFileSync(report, "utf8"));
  rmSync(folder, { recursive: true });
  return { seconds, cpu: cpu / 1e6, megabytes: maxRSS / 1024, stdout: child.stdout };
}

/**
 * Runs a program that prints a sample as JSON.
 * @param {readonly string[]} args
 * @returns {Sample}
 */
export function sampleOf(args) {
  return JSON.parse(run(args).stdout);
}

/**
 * Starts a program that serves until it is stopped, in a process of its own, and prints its address.
 * @param {readonly string[]} args
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
export async function startServer(args) {
  const child = spawn(process.execPath, [...args], { stdio: ["ignore", "pipe", "inherit"] });
  /** @type {Buffer} */
  const line = await new Promise((resolve) => child.stdout.once("data", resolve));
  return { address: String(line).trim(), stop: () => child.kill() };
}

/**
 * Runs each job in turn, as often as it says, so that a slow minute of the machine falls on all of them. Gives the medians of each job that
 * gave a sample, and why the others failed: the rows of a job that fails have no figure, and the bench goes on.
 * @param {ReadonlyMap<string, { rounds: number, run: () => object | undefined | Promise<object | undefined> }>} jobs
 * @returns {Promise<{ samples: Map<string, Sample>, failures: Map<string, string> }>}
 */
export async function inTurn(jobs) {
  /** @type {Map<string, object[]>} */
  const results = new Map();
  /** @type {Map<string, string>} */
  const failures = new Map();
  const rounds = Math.max(0, ...[...jobs.values()].map((job) => job.rounds));
  for (let round = 0; round < rounds; round++) {
    for (const [name, job] of jobs) {
      if (round >= job.rounds || failures.has(name)) continue;
      process.stderr.write(`\r\x1b[K${round + 1}/${rounds} ${name}`);
      try {
        const sample = await job.run();
        if (sample !== undefined) results.set(name, [...(results.get(name) ?? []), sample]);
      } catch (error) {
        failures.set(name, error instanceof Error ? error.message : String(error));
        results.delete(name);
      }
    }
  }
  process.stderr.write("\r\x1b[K");
  return { samples: new Map([...results].map(([name, samples]) => [name, medians(samples)])), failures };
}

/** The median of each number in the samples. @type {(samples: readonly object[]) => Sample} */
function medians(samples) {
  const figures = samples.map((sample) => new Map(Object.entries(sample)));
  const numbers = [...(figures[0] ?? [])].filter(([, value]) => typeof value === "number");
  return Object.fromEntries(numbers.map(([figure]) => [figure, median(figures.map((each) => each.get(figure)))]));
}

/** @type {(values: readonly number[]) => number} */
function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
