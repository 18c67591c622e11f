import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createGitHost } from "../../src/host/process/git.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-git-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a path or a link that leads out of the folder of a commit is outside, by any number of levels", async () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  writeFileSync(join(folder, "shop.yaml"), "displayName: shop\n");
  symlinkSync("../secret.yaml", join(folder, "near.yaml"));
  symlinkSync("../../secret.yaml", join(folder, "far.yaml"));
  git("add", ".");
  git("commit", "--quiet", "-m", "shop");
  const { read } = createGitHost({ commit: git("rev-parse", "HEAD").trim(), root: folder }, "");
  for (const path of ["..", "../secret.yaml", "../../secret.yaml", "/secret.yaml", "near.yaml", "far.yaml"])
    expect(await read(path), path).toBe("outside");
  expect(await read("a/../shop.yaml")).toEqual(Buffer.from("displayName: shop\n"));
});
