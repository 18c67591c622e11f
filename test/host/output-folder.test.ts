import { win32 } from "node:path";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("node:path");
  vi.resetModules();
});

test.each([
  ["C:\\project\\a", true],
  ["C:\\project", true],
  ["C:\\project\\..a", true],
  ["C:\\other", false],
  ["C:\\", false],
  // The relative path to another drive does not start with `..`.
  ["D:\\project\\a", false],
])("on Windows, whether %s is in C:\\project: %s", async (path, expected) => {
  vi.doMock("node:path", () => ({ ...win32, default: win32 }));
  const { isSameOrWithin } = await import("../../src/host/output-folder.ts");
  expect(isSameOrWithin(path, "C:\\project")).toBe(expected);
});
