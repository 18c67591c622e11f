import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHost } from "../../src/host/disk.ts";
import { Failure } from "../../src/host/failure.ts";
import { largestFile } from "../../src/source/text/largest-file.ts";

let top = "";
let root = "";
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "toolsetc-disk-"));
  root = join(top, "root");
  mkdirSync(join(root, "sub"), { recursive: true });
  writeFileSync(join(top, "secret.yaml"), "secret");
  writeFileSync(join(root, "a.yaml"), "a");
  writeFileSync(join(root, "sub/b.yaml"), "b");
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const text = async (path: string) => {
  const content = await createHost(root).read(path);
  return typeof content === "string" ? content : new TextDecoder().decode(content).padStart(3, "=");
};

test("a project's folder on disk gives the texts of its files, and says what other paths are", async () => {
  expect(await text("a.yaml")).toBe("==a");
  expect(await text("sub/../sub/b.yaml")).toBe("==b");
  expect(await text("sub")).toBe("folder");
  expect(await text(".")).toBe("folder");
  expect(await text("none.yaml")).toBe("absent");
  expect(await text("a.yaml/x")).toBe("absent");
  expect(await text("x".repeat(5000))).toBe("absent");
  truncateSync(join(root, "a.yaml"), largestFile + 1);
  expect(await text("a.yaml")).toBe("too-large");
});

test("a project's folder on disk gives nothing from outside of it, whatever the path or link", async () => {
  symlinkSync(join(top, "secret.yaml"), join(root, "link.yaml"));
  symlinkSync(top, join(root, "up"));
  symlinkSync("a.yaml", join(root, "inside.yaml"));
  symlinkSync("loop", join(root, "loop"));
  for (const path of ["../secret.yaml", join(top, "secret.yaml"), "link.yaml", "up/secret.yaml", "sub/../../secret.yaml", "a\0.yaml"]) {
    expect(await text(path), path).toBe("outside");
  }
  expect(await text("inside.yaml")).toBe("==a");
  expect(await text("loop")).toBe("absent");
});

test("a project's folder on disk lists its files without hidden and installed ones, and follows no cycles", async () => {
  for (const folder of ["node_modules/x", ".git", "sub/node_modules"]) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, "c.yaml"), "c");
  }
  symlinkSync(root, join(root, "sub/self"));
  writeFileSync(join(root, ".hidden.yaml"), "h");
  expect((await createHost(root).list()).toSorted()).toEqual([".hidden.yaml", "a.yaml", "sub/b.yaml", "sub/self"]);
});

test("a project's folder that does not exist is reported at once", () => {
  expect(() => createHost(join(top, "none"))).toThrow(Failure);
});

test("a project's folder that cannot be listed is reported, and such a folder in it counts as empty", async () => {
  const host = createHost(root);
  rmSync(join(root, "sub"), { recursive: true });
  expect(await host.list()).toEqual(["a.yaml"]);
  rmSync(root, { recursive: true });
  await expect(host.list()).rejects.toThrow(/cannot be listed \(ENOENT\)/);
});
