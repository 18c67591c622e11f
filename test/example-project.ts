import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const project = join(import.meta.dirname, "..");
export const example = join(project, "toolsets");

/** Every file below a folder, by path from it. */
export function filesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [relative(folder, path).replaceAll("\\", "/"), readFileSync(path, "utf8")]));
}

export interface Run {
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string };
  readonly stdin?: string;
  /** A module that is loaded before the command. */
  readonly preload?: string;
  /** The main file of another build. */
  readonly main?: string;
}

const builtMain = join(project, "dist/bin/main.js");

/** Runs the built command as a process of its own, as a user does. */
export function toolsetc(args: readonly string[], { cwd, env = {}, stdin = "", preload, main = builtMain }: Run) {
  expectBuild(main);
  const before = preload === undefined ? [] : ["--import", preload];
  return spawnSync(process.execPath, [...before, main, ...args], { cwd, env: { ...process.env, ...env }, input: stdin, encoding: "utf8" });
}

export interface Start {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly stdin?: string;
}

/** Runs the built command again and again, in one process: to start one takes longer than most commands. */
export function toolsetcInTurn(
  starts: readonly Start[],
  { env = {}, main = builtMain }: Pick<Run, "env" | "main"> = {},
): { readonly status: number; readonly stdout: string; readonly stderr: string }[] {
  expectBuild(main);
  const input = JSON.stringify(starts.map((start) => ({ stdin: "", ...start })));
  const { stdout, stderr } = spawnSync(process.execPath, [join(project, "test/cli/built-starts.mjs"), main], {
    env: { ...process.env, ...env },
    input,
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
}

function expectBuild(main: string): void {
  if (!existsSync(main)) throw new Error("There is no build to run. `npm run build` makes it; `npm test` does so by itself.");
}
