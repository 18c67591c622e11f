import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";
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

/** Gives each test of the file that calls it a repository, as it is after `setUp`, which runs once. */
export function useRepository(setUp: () => unknown = () => undefined): void {
  let first: string | undefined;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "toolsetc-git-"));
    if (first !== undefined) return cpSync(first, folder, { recursive: true, verbatimSymlinks: true });
    // What `git init` writes, without a process. Nothing is packed in the background, and no configuration of the user counts.
    for (const path of ["objects", "refs/heads"]) mkdirSync(join(folder, ".git", path), { recursive: true });
    put(".git/HEAD", "ref: refs/heads/main\n");
    put(".git/config", configuration);
    await setUp();
    first = mkdtempSync(join(tmpdir(), "toolsetc-git-first-"));
    cpSync(folder, first, { recursive: true, verbatimSymlinks: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(() => first !== undefined && rmSync(first, { recursive: true }));
}

const configuration = `[core]
	repositoryFormatVersion = 0
	hooksPath = /dev/null
[user]
	name = test
	email = test@example.com
[commit]
	gpgSign = false
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/** Runs a command as on a developer's machine: some do less in CI, where these tests run, too. */
export function run(...args: string[]) {
  return runCommand(args, { cwd: folder, env: { ...process.env, CI: undefined } });
}

export function git(...args: string[]): string {
  return start("git", args);
}

/** Commits all files. From the large process of the tests, one start takes a third of the time of two. */
export function commit(message: string): void {
  start("sh", ["-c", 'git add -A && git commit -q -m "$0"', message]);
}

/** Creates a branch at the current commit of `main`. */
export function branch(name: string): void {
  cpSync(join(folder, ".git/refs/heads/main"), join(folder, ".git/refs/heads", name));
}

/** Creates a branch there, and commits to it from now on. */
export function switchTo(name: string): void {
  branch(name);
  put(".git/HEAD", `ref: refs/heads/${name}\n`);
}

function start(command: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

export function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}
