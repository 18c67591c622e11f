import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newerThanBuild } from "./newer-than-build.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolsetc-newer-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes files with the times of their last changes. */
function put(files: { readonly [path: string]: number }): void {
  for (const [path, time] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "");
    utimesSync(join(root, path), time, time);
  }
}

test("a file of src that was changed after the build is named", () => {
  put({ "dist/bin/main.js": 200, "src/cli/a.ts": 100, "src/cli/b.ts": 300 });
  expect(newerThanBuild(root)).toBe("src/cli/b.ts");
});

test("nothing is newer than a build that was made after the last change, but for what each run of tests makes anew", () => {
  put({ "dist/bin/main.js": 200, "src/cli/a.ts": 100, "src/cli/compiled/explanations.ts": 300 });
  expect(newerThanBuild(root)).toBeUndefined();
});

test("without a build, nothing is newer than it: what needs one says so itself", () => {
  put({ "src/cli/a.ts": 100 });
  expect(newerThanBuild(root)).toBeUndefined();
});
