import { existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/host/make-folder.ts";

test("a folder is created with its parents, and an existing one is kept", () => {
  const root = mkdtempSync(join(tmpdir(), "toolsetc-make-"));
  try {
    makeFolder(join(root, "a/b/c"));
    makeFolder(join(root, "a/b"));
    expect(existsSync(join(root, "a/b/c"))).toBe(true);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("a folder is not created behind a broken link", () => {
  const root = mkdtempSync(join(tmpdir(), "toolsetc-make-"));
  const link = join(root, "link");
  try {
    symlinkSync(join(root, "nowhere"), link);
    expect(() => makeFolder(link)).toThrow(`No folder can be created at "${link}".`);
    expect(() => makeFolder(join(link, "a/b"))).toThrow(`No folder can be created at "${link}".`);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

// Node's own way does not come back from there.
test.skipIf(!existsSync("/proc/self"))("a folder that the system refuses to create is an error", () => {
  expect(() => makeFolder("/proc/toolsetc/generated")).toThrow('No folder can be created at "/proc/toolsetc".');
});
