import { expect, test } from "vitest";
import { checkVersion } from "../../../src/contract/changes/version-step.ts";

const isTooSmall = (before: string, after: string, step: "major" | "minor" | "patch") => {
  const found = checkVersion(before, after, step);
  return found.kind === "too-small" ? found.needed : found.kind;
};

test.each([
  ["1.2.3", "2.0.0", "major", "enough"],
  ["1.2.3", "2.0.0-rc.1", "major", "enough"],
  ["1.2.3", "1.9.0", "major", "2.0.0"],
  ["1.2.3", "1.3.0", "minor", "enough"],
  ["1.2.3", "1.2.4", "minor", "1.3.0"],
  ["1.2.3", "1.2.3", "patch", "1.2.4"],
  ["1.2.3", "1.2.4", "patch", "enough"],
  // The numbers of a version are compared as numbers, whatever their length.
  ["1.9.0", "1.10.0", "minor", "enough"],
  ["1.0.99999999999999999998", "1.0.99999999999999999999", "patch", "enough"],
  // Before 1.0.0, the first number that is not 0 says what may break, as for the ranges of npm.
  ["0.3.1", "0.4.0", "major", "enough"],
  ["0.3.1", "0.3.2", "major", "0.4.0"],
  ["0.3.1", "0.3.2", "minor", "enough"],
  ["0.0.3", "0.0.4", "major", "enough"],
  // A prerelease promises nothing yet, but the next one has another name.
  ["2.0.0-rc.1", "2.0.0-rc.2", "major", "enough"],
  ["2.0.0-rc.1", "2.0.0", "major", "enough"],
  ["2.0.0-rc.1", "2.0.0-rc.1", "patch", "2.0.0"],
  ["2.0.0-rc.1", "1.9.9", "patch", "2.0.0"],
  // Short forms are those of documents.
  ["1", "2", "major", "enough"],
  ["v1.2", "v1.3", "minor", "enough"],
  ["1", "1", "minor", "1.1.0"],
] as const)("a version that goes from %s to %s for a %s change is %s", (before, after, step, expected) => {
  expect(isTooSmall(before, after, step)).toBe(expected);
});

test.each(["2026-11-01", "", "one", "1.2.3.4", "1.2-rc", `1.${"0".repeat(300)}`])("%j is not a version to compare", (version) => {
  expect(checkVersion(version, "2.0.0", "patch")).toEqual({ kind: "unknown", version });
  expect(checkVersion("2.0.0", version, "patch")).toEqual({ kind: "unknown", version });
});
