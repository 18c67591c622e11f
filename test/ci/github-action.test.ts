import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { validateAction, validateWorkflow } from "@action-validator/core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { gitlabErrors, junitErrors, sarifErrors, workflowCommands } from "../hostile/consumers.ts";
import { isLong } from "../long.ts";
import { runCommand } from "../run-command.ts";
import { copyOf, createRepository, document, type Repository, readYaml } from "./repository.ts";
import { runAction as runActionIn, steps } from "./run-action.ts";

const root = join(import.meta.dirname, "../..");
const text = (path: string) => readFileSync(join(root, path), "utf8");
/** Of more tools than GitHub shows annotations. */
const tools = 12;
let original: Repository;
let repository: Repository;

beforeAll(async () => {
  original = await createRepository(tools);
});

beforeEach(() => {
  repository = copyOf(original);
});

afterEach(() => remove(repository));
afterAll(() => remove(original));

function remove({ folder, temp }: Repository): void {
  for (const path of [folder, temp]) rmSync(path, { recursive: true });
}

const runAction = (inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}, which = steps) =>
  runActionIn(repository, inputs, env, which);

async function toolsetc(...args: readonly string[]): Promise<void> {
  expect(await runCommand(args, { cwd: repository.folder })).toMatchObject({ status: 0 });
}

test("the GitHub action and its workflow are valid, and no input is part of a script", () => {
  expect(validateAction(text("action.yml")).errors).toEqual([]);
  expect(validateWorkflow(text("ci/github-pull.yml")).errors).toEqual([]);
  const action = readYaml("action.yml");
  for (const { run } of action.runs.steps) expect(run ?? "").not.toContain("${{");
  // One step has a token. It runs a script of the action, and no package of the project.
  const withToken = action.runs.steps.filter((step: object) => /secrets\.|github\.token|GITHUB_TOKEN/.test(JSON.stringify(step)));
  expect(withToken.map(({ run }: { run: string }) => run)).toEqual(['node "$GITHUB_ACTION_PATH/ci/github-comment.mjs"']);
  expect(text("ci/github-comment.mjs").match(/(?<=from ")[^"]+/g)).toEqual(["node:fs"]);
});

test("the workflow that pulls runs no package in a job or step with a token that can write", () => {
  const { permissions, jobs } = readYaml("ci/github-pull.yml");
  expect(permissions).toEqual({});
  for (const job of Object.values<Job>(jobs)) {
    const runsPackages = job.steps.some(({ run = "" }) => /\bnp[mx]\b/.test(run));
    if (runsPackages) expect(Object.values(job.permissions)).toEqual(["read"]);
    // A token in the environment of a job, or in its clone, is one of each of its steps.
    expect(JSON.stringify(job.env)).not.toContain("token");
    for (const { uses = "", with: given, env, run } of job.steps) {
      if (uses.startsWith("actions/checkout@")) expect(given).toMatchObject({ "persist-credentials": false });
      if (JSON.stringify(env)?.includes("token")) expect(run).not.toMatch(/\bnp[mx]\b|node\b/);
    }
  }
});

interface Job {
  readonly permissions: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly name?: string;
    readonly uses?: string;
    readonly with?: object;
    readonly env?: object;
    readonly run?: string;
  }[];
}

const read = (path: string | undefined) => readFileSync(path ?? "", "utf8");

test.runIf(isLong)("the GitHub action passes for a pull request without findings, and writes all reports", async () => {
  const { status, log, summary, outputs } = await runAction({ path: "toolsets", against: "base" });
  expect(status).toBe(0);
  expect(workflowCommands(log).filter(({ name }) => name === "error")).toEqual([]);
  expect(summary).toMatch(/^\*\*toolsetc:\*\* (?!.*error)/);
  expect(sarifErrors(read(outputs["sarif"]))).toEqual([]);
  expect(read(outputs["comment"])).not.toBe("");
  expect(read(outputs["catalog"])).toContain("list_items_1");
});

test("the GitHub action fails for a pull request with errors, with annotations within GitHub's limits", async () => {
  repository.put(
    "toolsets/shop.openapi.yaml",
    document(tools, (index) => 50 - index),
  );
  // The base of the pull request, as the runner gives it.
  repository.put(".git/refs/remotes/origin/base", readFileSync(join(repository.folder, ".git/refs/heads/base"), "utf8"));
  const { status, log, summary, outputs } = await runAction({ path: "toolsets", against: "" }, { GITHUB_BASE_REF: "base" });
  expect(status).toBe(1);
  const commands = workflowCommands(log);
  for (const name of ["error", "warning", "notice"])
    expect(commands.filter((command) => command.name === name).length).toBeLessThanOrEqual(10);
  expect(commands[0]).toMatchObject({
    name: "error",
    properties: { file: expect.stringMatching(/^(toolsets|generated|toolsets\/generated)\//) },
  });
  const sarif = read(outputs["sarif"]);
  expect(sarifErrors(sarif)).toEqual([]);
  const rules: string[] = JSON.parse(sarif).runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId);
  expect(rules.filter((rule) => rule === "narrowed-input")).toHaveLength(tools);
  expect(rules).toEqual(expect.arrayContaining(["outdated-lock", "outdated-output"]));
  expect(summary).toContain("narrowed-input");
  for (const report of [summary, read(outputs["comment"])]) expect(report.length).toBeLessThan(65_536);
  expect(read(outputs["comment"])).toContain("items&#95;11");
  expect(read(outputs["comment"])).toMatch(/^### toolsetc: failed\n/);
  expect(existsSync(outputs["catalog"] ?? "")).toBe(true);
});

test("the GitHub action fails for a project that does not compile, and runs no text of an input", async () => {
  const hostile = await runAction({ path: '$(touch hacked)"; touch hacked; "', against: "`touch hacked`" });
  expect(hostile.status).toBe(2);
  expect(existsSync(join(repository.folder, "hacked"))).toBe(false);
  repository.put("toolsets/shop.openapi.yaml", "openapi: 3.0.3\npaths: [\n");
  const { status, log, outputs } = await runAction({ path: "toolsets", against: "base" });
  expect(status).toBe(1);
  expect(workflowCommands(log)[0]).toMatchObject({ name: "error" });
  expect(sarifErrors(read(outputs["sarif"]))).toEqual([]);
  expect(read(outputs["comment"])).toMatch(/^### toolsetc: failed\n/);
  expect(existsSync(outputs["catalog"] ?? "")).toBe(false);
});

/** An operation without a description, which is a warning. */
const withWarning = (text: string) => text.replace(/ *summary: [^\n]*\n|summary: "?[^",}]*"?, /, "");

test("the GitHub action fails for warnings as its inputs say, except for those in a baseline", async () => {
  repository.put("toolsets/shop.openapi.yaml", withWarning(document(tools)));
  await toolsetc("compile", "toolsets");
  await toolsetc("lock", "toolsets");
  const check = (inputs: Readonly<Record<string, string>>) => runAction({ path: "toolsets", ...inputs }, {}, ["check"]);
  expect(await check({ "max-warnings": "0" })).toMatchObject({ status: 1 });
  expect(await check({ "max-warnings": `${tools}` })).toMatchObject({ status: 0 });
  // The number is refused, and no part of it is a command.
  expect(await check({ "max-warnings": "1; touch hacked" })).toMatchObject({ status: 2 });
  expect(existsSync(join(repository.folder, "hacked"))).toBe(false);

  await toolsetc("validate", "toolsets", "--baseline", "toolsets/known findings.json", "--update-baseline");
  expect(await check({ "fail-on": "warning", baseline: "toolsets/known findings.json" })).toMatchObject({ status: 0 });
  // Paths are from the working directory; those of annotations are from the root of the repository.
  const inner = { path: ".", "working-directory": "toolsets", "fail-on": "warning" };
  expect(await check({ ...inner, baseline: "known findings.json" })).toMatchObject({ status: 0 });
  const red = await check(inner);
  expect(red.status).toBe(1);
  const files = workflowCommands(red.log).flatMap(({ properties }) => properties["file"] ?? []);
  expect(files.filter((file) => !existsSync(join(repository.folder, file)))).toEqual([]);
  expect(files).toContain("toolsets/shop.openapi.yaml");
});

test("the template for GitLab writes both reports, whether the check passes or fails", async () => {
  const job = readYaml("ci/gitlab.yml").toolsetc;
  const place = { CI_PROJECT_DIR: repository.folder, TOOLSETC_PATH: "toolsets" };
  const base = read(join(repository.folder, ".git/refs/heads/base")).trim();
  const env = { ...place, CI_MERGE_REQUEST_DIFF_BASE_SHA: base };
  for (const [most, expected] of [
    [100, 0],
    [50, 1],
  ] as const) {
    repository.put(
      "toolsets/shop.openapi.yaml",
      document(tools, () => most),
    );
    const { status } = await repository.shell(job.script.join("\n"), env);
    expect(status).toBe(expected);
    const { codequality, junit } = job.artifacts.reports;
    expect(gitlabErrors(read(join(repository.folder, codequality)))).toEqual([]);
    expect(await junitErrors(read(join(repository.folder, junit)))).toEqual([]);
  }
  // As the template says it in a job: `before_script` and `script` are one script.
  const script = [...job.before_script.filter((line: string) => line !== "npm ci"), ...job.script].join("\n");
  repository.put("toolsets/shop.openapi.yaml", withWarning(document(tools)));
  const inner = { ...place, TOOLSETC_PATH: ".", TOOLSETC_WORKING_DIRECTORY: "toolsets" };
  for (const command of ["compile", "lock"]) await toolsetc(command, "toolsets");
  await toolsetc("validate", "toolsets", "--baseline", "toolsets/known.json", "--update-baseline");
  expect((await repository.shell(script, { ...inner, TOOLSETC_MAX_WARNINGS: "0" })).status).toBe(1);
  expect((await repository.shell(script, { ...inner, TOOLSETC_FAIL_ON: "warning" })).status).toBe(1);
  expect((await repository.shell(script, { ...inner, TOOLSETC_MAX_WARNINGS: "0", TOOLSETC_BASELINE: "known.json" })).status).toBe(0);
});

test.runIf(isLong)("the hooks for pre-commit run existing commands", async () => {
  // `language: node` would pack this repository at each installation.
  for (const { id, entry, language } of readYaml(".pre-commit-hooks.yaml")) {
    expect({ id, language }).toEqual({ id: entry.replace("npx --no -- ", "").replace(" ", "-"), language: "system" });
    const { status, stderr } = await repository.shell(`${entry} toolsets`);
    expect({ entry, status, stderr }).toMatchObject({ status: 0 });
  }
  repository.put(
    "toolsets/shop.openapi.yaml",
    document(tools, () => 50),
  );
  const [{ entry }] = readYaml(".pre-commit-hooks.yaml");
  expect(await repository.shell(`${entry} toolsets`)).toMatchObject({ status: 1 });
});

test.runIf(isLong)("the scheduled workflow opens a pull request once something has changed, and updates it later", async () => {
  const served = { text: document(1) };
  const server = createServer((_request, response) => response.setHeader("content-type", "application/yaml").end(served.text));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    remove(repository);
    repository = await createRepository(1, `sources: { shop: "http://127.0.0.1:${port}/openapi.yaml" }\n`);
    const temp = repository.temp;
    mkdirSync(join(temp, "bin"));
    // `gh` of GitHub, which knows a pull request once it has created it.
    const gh = `#!/bin/sh\n[ "$1" = pr ] || exit 0\ncat "$RUNNER_TEMP/pulled/body.md" > "$RUNNER_TEMP/pull-request.md"\necho "$1 $2" >> "$RUNNER_TEMP/gh"\n[ "$2" = create ] || grep -q "pr create" "$RUNNER_TEMP/gh"\n`;
    writeFileSync(join(temp, "bin/gh"), gh, { mode: 0o755 });
    expect(await repository.shell("git init -q --bare $RUNNER_TEMP/remote && git remote add origin $RUNNER_TEMP/remote")).toMatchObject({
      status: 0,
    });
    const { pull, propose } = readYaml("ci/github-pull.yml").jobs;
    const output = join(temp, "output");
    const runJob = async ({ env, steps }: Job) => {
      for (const { run: script = "npm ci" } of steps) {
        if (script === "npm ci") continue;
        const done = await repository.shell(script, { ...env, GITHUB_OUTPUT: output, PATH: `${temp}/bin:${process.env["PATH"]}` });
        expect(done).toMatchObject({ status: 0 });
      }
    };
    const run = async () => {
      writeFileSync(output, "");
      await runJob(pull);
      // The other job has a clone of its own.
      await repository.shell("git reset --hard --quiet");
      if (read(output) === "changed=true\n") await runJob(propose);
    };
    await run();
    expect(existsSync(join(temp, "gh"))).toBe(false);
    served.text = document(2);
    await run();
    expect(read(join(temp, "gh"))).toBe("pr edit\npr create\n");
    expect(read(join(temp, "pull-request.md"))).toContain("items&#95;1");
    const changed = await repository.shell("git -C $RUNNER_TEMP/remote show --stat --format=%s toolsetc/pull");
    expect(changed.stdout).toMatch(/^toolsets: pull/);
    for (const path of ["toolsets/shop.openapi.yaml", "toolsets/toolsetc.lock/shop.json", "generated"])
      expect(changed.stdout).toContain(path);
    // The next run begins at the main branch again.
    await repository.shell("git switch -q main");
    served.text = document(3);
    await run();
    expect(read(join(temp, "gh"))).toBe("pr edit\npr create\npr edit\n");
  } finally {
    server.close();
  }
});
