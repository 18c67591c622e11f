import { writeFileSync } from "node:fs";

// Loaded before a measured program. Writes at its end how much memory it had at most, in kilobytes, and the processor time of all its
// threads, in microseconds.
if (process.env.BENCH_REPORT) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(process.env.BENCH_REPORT, JSON.stringify({ maxRSS, cpu: userCPUTime + systemCPUTime }));
  });
}
