// How a command is measured: as a whole process, its time by our clock and its memory by the kernel's account of it.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const reporter = new URL("report-memory.mjs", import.meta.url).href;

/** Runs a Node program once. Gives seconds and the peak of its resident memory in megabytes. */
export function run(args, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const report = join(folder, "memory");
  const started = process.hrtime.bigint();
  const child = spawnSync(process.execPath, ["--import", reporter, ...args], {
    cwd: options.cwd,
    env: { ...process.env, BENCH_MEMORY: report, NO_COLOR: "1" },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  if (!(options.exits ?? [0]).includes(child.status))
    throw new Error(`${args.join(" ")} ended with ${child.status}: ${child.stderr.slice(0, 2000)}`);
  const megabytes = Number(readFileSync(report, "utf8")) / 1024;
  rmSync(folder, { recursive: true });
  return { seconds, megabytes, stdout: child.stdout };
}

/** Runs each job in turn, `rounds` times over, so that a slow minute of the machine falls on all of them. Gives the medians. */
export function inTurn(rounds, jobs) {
  const results = new Map(Object.keys(jobs).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, job] of Object.entries(jobs)) {
      process.stderr.write(`\r\x1b[K${round + 1}/${rounds} ${name}`);
      results.get(name).push(job());
    }
  }
  process.stderr.write("\r\x1b[K");
  return Object.fromEntries([...results].map(([name, all]) => [name, medians(all)]));
}

function medians(all) {
  const fields = Object.keys(all[0]).filter((field) => typeof all[0][field] === "number");
  return Object.fromEntries(fields.map((field) => [field, median(all.map((result) => result[field]))]));
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}
