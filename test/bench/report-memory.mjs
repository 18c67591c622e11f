import { writeFileSync } from "node:fs";

// Loaded before a measured program; says at its end how much memory it had at most, in kilobytes.
if (process.env.BENCH_MEMORY) {
  process.on("exit", () => writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS)));
}
