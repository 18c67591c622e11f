import type { Reporter } from "vitest/node";

/** Ends a run with one plain line, for those who read its output and not its exit code. */
const closingLine: Reporter = {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) for (const test of module.children.allTests()) counts[test.result().state]++;
    console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped + counts.pending} skipped`);
  },
};

export default closingLine;
