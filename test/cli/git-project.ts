import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { runCommand } from "../run-command.ts";

export const document = `openapi: 3.0.3
info: { title: Shop, version: "1" }
servers: [{ url: https://shop.example }]
paths:
  /items:
    get:
      operationId: list_items
      summary: Lists all items.
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 100 } }]
      responses: { "200": { description: It. } }
`;
/** The document with a breaking change. */
export const narrower = document.replace("maximum: 100", "maximum: 50");

/** The git repository of the running test, with the branch `main`. */
export let folder = "";

/** Gives each test of the file that calls it a repository. */
export function useRepository(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "toolsetc-git-"));
    git("init", "-q", "-b", "main");
  });
  // `git fetch` may still pack the repository in the background.
  afterEach(() => rmSync(folder, { recursive: true, maxRetries: 10 }));
}

/** Runs a command as on a developer's machine: some do less in CI, where these tests run, too. */
export function run(...args: string[]) {
  return runCommand(args, { cwd: folder, env: { ...process.env, CI: undefined } });
}

export function git(...args: string[]): string {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
  const { status, stdout, stderr } = spawnSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

export function commit(message: string): void {
  git("add", "-A");
  git("commit", "-q", "-m", message);
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

export function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}
