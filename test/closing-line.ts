import { join } from "node:path";
import type { Reporter } from "vitest/node";
import { newerThanBuild } from "./newer-than-build.ts";

/**
 * Ends a run with one plain line, for those who read its output and not its exit code. Before it, a run with failures says if the build is
 * older than the source: tests that start the built program then fail for what it lacks, in words that are about something else.
 */
const closingLine: Reporter = {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) counts[test.result().state]++;
    const newer = counts.failed > 0 ? newerThanBuild(join(import.meta.dirname, "..")) : undefined;
    if (newer !== undefined)
      console.log(`\n${newer} is newer than the build. \`npm run build\` makes it anew, for tests that start the built program.`);
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`);
  },
};

export default closingLine;
