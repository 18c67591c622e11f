import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { program } from "../cli/serving.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";
import { serveNpx } from "./npx.ts";

const root = join(import.meta.dirname, "../..");

/** A file of the project, as data. */
export function readYaml(path: string) {
  return parse(readFileSync(join(root, path), "utf8"));
}

export function document(tools: number, most: (index: number) => number = () => 100): string {
  const paths = Array.from(
    { length: tools },
    (_tool, index) =>
      `  /items/${index}:\n    get:\n      operationId: list_items_${index}\n      summary: Lists the items on shelf ${index} of the shop.\n      parameters: [{ name: limit, in: query, description: How many items to return., schema: { type: integer, maximum: ${most(index)} } }]\n      responses: { "200": { description: It. } }\n`,
  );
  return `openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\nservers: [{ url: https://shop.example }]\npaths:\n${paths.join("")}`;
}

export interface ShellResult {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A git repository of a project that is compiled and locked, with the built program in its `node_modules`. */
export interface Repository {
  readonly folder: string;
  /** A folder for the files of the runner, `RUNNER_TEMP`. */
  readonly temp: string;
  readonly put: (path: string, text: string) => void;
  /** Runs a script as the runner of GitHub does. */
  readonly shell: (script: string, env?: Readonly<Record<string, string>>) => Promise<ShellResult>;
}

export async function createRepository(tools: number, config = "{}\n"): Promise<Repository> {
  const repository = repositoryIn(mkdtempSync(join(tmpdir(), "toolsetc-repository-")));
  const { folder, put, shell } = repository;
  put("package.json", '{ "name": "shop", "version": "1.0.0" }\n');
  put(".gitignore", "node_modules\n");
  put("toolsets/toolsetc.yaml", config);
  put("toolsets/shop.yaml", "displayName: shop\nopenApiToolset: { openApiSchema: shop.openapi.yaml }\n");
  put("toolsets/shop.openapi.yaml", document(tools));
  mkdirSync(join(folder, "node_modules/.bin"), { recursive: true });
  symlinkSync(program, join(folder, "node_modules/.bin/toolsetc"));
  for (const command of ["compile", "lock"]) expect(await runCommand([command, "toolsets"], { cwd: folder })).toMatchObject({ status: 0 });
  expect(await shell("git init -q -b main; git add -A; git commit -qm first; git branch base")).toMatchObject({ status: 0 });
  return repository;
}

/** A repository with the same content and history, which takes a tenth of the time of a new one. */
export function copyOf({ folder }: Repository): Repository {
  const copy = mkdtempSync(join(tmpdir(), "toolsetc-repository-"));
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return repositoryIn(copy);
}

function repositoryIn(folder: string): Repository {
  const temp = mkdtempSync(join(tmpdir(), "toolsetc-runner-"));
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const shell = (script: string, env?: Readonly<Record<string, string>>) => runShell(script, { folder, temp, env });
  return { folder, temp, put, shell };
}

interface Runner {
  readonly folder: string;
  readonly temp: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Runs a script in a folder of a git repository as the runner of GitHub does. Before a release, `npx` and the built program are the real ones. */
export async function runShell(script: string, { folder, temp, env }: Runner): Promise<ShellResult> {
  const npx = isLong ? undefined : await serveNpx(temp);
  const done = await new Promise<ShellResult>((resolve, reject) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: folder,
      env: {
        PATH: npx === undefined ? process.env["PATH"] : `${npx.folder}:${process.env["PATH"]}`,
        HOME: temp,
        XDG_CACHE_HOME: "/dev/null",
        npm_config_offline: "true",
        RUNNER_TEMP: temp,
        ...identity,
        ...env,
      },
    });
    const texts = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) child[name].setEncoding("utf8").on("data", (text: string) => (texts[name] += text));
    child.on("error", reject).on("close", (status) => resolve({ status, ...texts }));
  });
  npx?.close();
  return done;
}

const identity = { GIT_AUTHOR_NAME: "a", GIT_AUTHOR_EMAIL: "a@example.com", GIT_COMMITTER_NAME: "a", GIT_COMMITTER_EMAIL: "a@example.com" };
