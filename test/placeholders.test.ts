import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** What `npm run new` leaves to its user says TODO. Files that git does not know yet are read, too. */
test("no file contains a placeholder of a scaffold that was left to fill in", () => {
  const listed = ["src", "docs", "test/explain", "test/adapters", "test/targets", "test/cli"];
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...listed], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((path) => !path.includes("/compiled/"));
  const left = [...new Set(files)].flatMap((path) =>
    textOf(path)
      .split("\n")
      .flatMap((line, index) => (/\bTODO\b(?=:|"| )/.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
  expect(left).toEqual([]);
});

function textOf(path: string): string {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return ""; // It was deleted, and this is not committed yet.
  }
}
