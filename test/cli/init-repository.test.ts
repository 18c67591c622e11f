import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runCommand } from "../run-command.ts";
import { commit, document, folder, git, put, read, useRepository } from "./git-project.ts";

useRepository();

const workflow = ".github/workflows/toolsets.yml";

async function init(path: string) {
  put(`${path}/api.yaml`, document);
  const { status, stdout, stderr } = await runCommand(["init", "api.yaml", "--name", "shop"], { cwd: join(folder, path) });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}

/** Runs the last command of the workflow, as the job of a pull request against `main` runs it. */
async function runJob() {
  const { steps, defaults } = parse(read(workflow)).jobs.toolsets;
  expect(defaults).toBeUndefined();
  const { run, "working-directory": cwd = "." } = steps.at(-1);
  const [, words = ""] = /^npx (?:--yes )?toolsetc(?:@\S+)? (.*)$/.exec(run) ?? [];
  const filled = words
    .replace('"origin/$GITHUB_BASE_REF"', "main")
    .replace('"$GITHUB_STEP_SUMMARY"', "summary.md")
    .replace('"$GITHUB_WORKSPACE"', folder);
  return runCommand(filled.split(" "), { cwd: join(folder, cwd), env: { PATH: process.env["PATH"] } });
}

describe("`init` in a repository of several packages", () => {
  test("says that an existing workflow may not check this package", async () => {
    await init("packages/ably");
    put(workflow, read(workflow).replace("    steps:", "    defaults: { run: { working-directory: packages/ably } }\n    steps:"));
    expect(await init("packages/jira")).toContain(`${workflow} runs toolsetc and was not changed, but may not check this project`);
  });

  test("does not change an existing job of GitLab", async () => {
    git("remote", "add", "origin", "git@gitlab.com:a/b.git");
    put(".gitlab-ci.yml", "build: { script: [make] }\n");
    expect(await init("packages/ably")).toContain(
      "../../.gitlab-ci.yml exists and was not changed. Add this command to the file: npx toolsetc ci",
    );
  });
});

const lists = '{ "devDependencies": { "toolsetc": "1" } }';
describe("the CI job that `init` writes", () => {
  test.each([
    ["nothing", {}, [/^npx --yes toolsetc@[\d.]+ ci --against/]],
    ["a lockfile of the root", { "package.json": lists, "package-lock.json": "{}" }, ["npm ci", /^npx toolsetc ci --against/]],
    [
      "a package of the workspace",
      { "packages/ably/package.json": lists, "package-lock.json": "{}" },
      ["npm ci", /^npx toolsetc ci --against/],
    ],
    [
      "a lockfile with toolsetc for another package",
      { "package-lock.json": '{ "packages": { "node_modules/toolsetc": {} } }' },
      ["npm ci", /^npx toolsetc ci --against/],
    ],
    ["a lockfile without it", { "package-lock.json": '{ "packages": { "node_modules/other": {} } }' }, [/^npx --yes toolsetc@/]],
    ["Yarn", { "package.json": lists, "yarn.lock": "" }, ["corepack enable", "yarn install --immutable", /^npx toolsetc ci --against/]],
  ])("installs with the package manager of the repository: %s", async (_what, files, commands) => {
    for (const [path, text] of Object.entries(files)) put(path, text);
    await init("packages/ably");
    const steps: { run?: string; "working-directory"?: string }[] = parse(read(workflow)).jobs.toolsets.steps;
    const runs = steps.flatMap(({ run }) => run ?? []);
    expect(runs).toEqual(commands.map((command) => (typeof command === "string" ? command : expect.stringMatching(command))));
    expect(steps.filter((step) => step["working-directory"] !== undefined)).toEqual([]);
  });

  test("runs in a package with its own lockfile, and checks the whole repository", async () => {
    const path = "packages/a 'b' $(touch made)";
    put(`${path}/package.json`, lists);
    put(`${path}/package-lock.json`, "{}");
    await init(path);
    expect(validateWorkflow(read(workflow)).errors).toEqual([]);
    expect(parse(read(workflow)).jobs.toolsets.steps.slice(-2)).toEqual([
      { run: "npm ci", "working-directory": path },
      { run: expect.stringMatching(/^npx toolsetc ci "\$GITHUB_WORKSPACE" --against/), "working-directory": path },
    ]);
    commit("The package.");
    expect(await runJob()).toMatchObject({ status: 0 });
  });

  test("runs in the package that lists toolsetc in a workspace of pnpm", async () => {
    put("pnpm-lock.yaml", "");
    put("packages/ably/package.json", lists);
    await init("packages/ably");
    expect(parse(read(workflow)).jobs.toolsets.steps.slice(-3)).toEqual([
      { run: "corepack enable" },
      { run: "pnpm install --frozen-lockfile" },
      { run: expect.stringMatching(/^npx toolsetc ci "\$GITHUB_WORKSPACE"/), "working-directory": "packages/ably" },
    ]);
  });

  test("for GitLab has no name of a folder that the shell would expand", async () => {
    git("remote", "add", "origin", "git@gitlab.com:a/b.git");
    const path = "packages/a 'b' $(touch made)";
    mkdirSync(join(folder, path), { recursive: true });
    put(`${path}/package.json`, lists);
    await init(path);
    const [enter, install, run] = parse(read(".gitlab-ci.yml")).toolsets.script;
    expect({ install, run }).toEqual({
      install: "npm install",
      run: expect.stringContaining('npx toolsetc ci "$CI_PROJECT_DIR" --against'),
    });
    expect(enter).toBe(`cd -- "$CI_PROJECT_DIR"/'packages/a '\\''b'\\'' $(touch made)'`);
  });
});
