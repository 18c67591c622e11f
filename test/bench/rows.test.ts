import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { jobs } from "./jobs.mjs";
import { type Row, rows, verdictOf } from "./rows.mjs";

// The table itself, and nothing that is measured: a time in a test would fail on a busy machine.

test.each(rows)(
  "the row $name of the benchmark has existing jobs, and a stretch goal not behind its limit",
  ({ jobs: names, hold, stretch, atLeast }) => {
    for (const name of names) expect(Object.keys(jobs)).toContain(name);
    expect(atLeast ? stretch >= hold : stretch <= hold).toBe(true);
  },
);

test("each job of the benchmark is measured for a row", () => {
  const used = new Set(rows.flatMap((row) => row.jobs));
  expect(Object.keys(jobs).filter((name) => !used.has(name))).toEqual([]);
});

test("the page of the benchmark has each row with its limit and its stretch goal, in order", () => {
  const page = readFileSync(join(import.meta.dirname, "README.md"), "utf8");
  const shown = [...page.matchAll(/^\| (.*?) \| (\S+) \| (\S+) \| .* \|$/gm)].map(([, name, hold, stretch]) => [name, hold, stretch]);
  expect(shown.slice(1)).toEqual(rows.map(({ name, hold, stretch }) => [name, String(hold), String(stretch)]));
});

describe("a row of the benchmark", () => {
  const row: Row = { name: "x", hold: 2, stretch: 1, clock: "seconds", jobs: ["a"], figure: ({ a }, clock) => a?.[clock] ?? Number.NaN };
  const at = (seconds: number, former?: number) =>
    verdictOf(row, { a: { seconds } }, former === undefined ? undefined : { a: { seconds: former } });

  test("fails above its limit, and holds at it", () => {
    expect([at(2.01), at(2), at(1)].map(({ text, isMissed }) => [text, isMissed])).toEqual([
      ["FAILS", true],
      ["holds", false],
      ["stretch", false],
    ]);
  });

  test("is marked as lost if it is 5 % or more above the former build", () => {
    expect([at(1.05, 1), at(1.04, 1), at(0.5, 1)].map(({ text, isLost }) => [text, isLost])).toEqual([
      ["holds, lost 5 %", true],
      ["holds", false],
      ["stretch", false],
    ]);
  });

  test("with a least value fails below it", () => {
    const least: Row = { ...row, hold: 0.6, stretch: 0.7, atLeast: true };
    expect([0.59, 0.6, 0.7].map((seconds) => verdictOf(least, { a: { seconds } }, { a: { seconds: 0.65 } }).text)).toEqual([
      "FAILS, lost 9 %",
      "holds, lost 8 %",
      "stretch",
    ]);
  });
});
