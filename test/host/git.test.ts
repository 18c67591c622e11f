import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHost } from "../../src/host/disk.ts";
import { createGitHost } from "../../src/host/process/git.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-git-"));
  git("init", "--quiet");
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder, encoding: "utf8" });
}

/** Commits all files, and returns the host of the commit. */
function committed(): ReturnType<typeof createGitHost> {
  git("add", ".");
  git("commit", "--quiet", "-m", "shop");
  return createGitHost({ commit: git("rev-parse", "HEAD").trim(), root: folder }, "", createHost(folder));
}

test("a path or a link in a commit that leads out of its folder is refused, at any number of levels", async () => {
  writeFileSync(join(folder, "shop.yaml"), "displayName: shop\n");
  symlinkSync("../secret.yaml", join(folder, "near.yaml"));
  symlinkSync("../../secret.yaml", join(folder, "far.yaml"));
  const host = committed();
  for (const path of ["..", "../secret.yaml", "../../secret.yaml", "/secret.yaml", "near.yaml", "far.yaml"])
    expect(await host.read(path), path).toBe("outside");
  expect(await host.read("a/../shop.yaml")).toEqual(Buffer.from("displayName: shop\n"));
});

test("a file of a commit is read from the disk if it is the same there, else from Git", async () => {
  const names = ["same.yaml", "changed.yaml", "as-long.yaml", "removed.yaml", "folder.yaml", "linked.yaml"];
  for (const name of names) writeFileSync(join(folder, name), `displayName: ${name}\n`);
  const host = committed();
  writeFileSync(join(folder, "changed.yaml"), "displayName: other\n");
  writeFileSync(join(folder, "as-long.yaml"), "displayName: as-lonG.yaml\n");
  for (const name of ["removed.yaml", "folder.yaml", "linked.yaml"]) rmSync(join(folder, name));
  mkdirSync(join(folder, "folder.yaml"));
  symlinkSync("../secret.yaml", join(folder, "linked.yaml"));
  const contents = await Promise.all(names.map(async (name) => Buffer.from((await host.read(name)) as Uint8Array).toString()));
  expect(contents).toEqual(names.map((name) => `displayName: ${name}\n`));
  // Without the objects of git, only what is the same on disk can still be read.
  rmSync(join(folder, ".git/objects"), { recursive: true });
  expect(Buffer.from((await host.read("same.yaml")) as Uint8Array).toString()).toBe("displayName: same.yaml\n");
  await expect(host.read("changed.yaml")).rejects.toThrow("not in this clone");
});

test("a folder of a commit lists the files that the folder on disk would, without output folders", async () => {
  for (const path of ["a/generated/.written.json", "a/generated/shop/toolset.json", "b/.written.json", "b/toolsetc.yaml", "b/x.yaml"]) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), "{}\n");
  }
  const host = committed();
  const listed = [...(await host.list())].sort();
  expect(listed).toEqual(["b/.written.json", "b/toolsetc.yaml", "b/x.yaml"]);
  expect(listed).toEqual([...(await createHost(folder).list())].sort());
});
