import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { validateAction, validateWorkflow } from "@action-validator/core";
import { afterEach, expect, test } from "vitest";
import { gitlabErrors, junitErrors, sarifErrors, workflowCommands } from "../hostile/consumers.ts";
import { isLong } from "../long.ts";
import { createRepository, document, type Repository, readYaml } from "./repository.ts";

const root = join(import.meta.dirname, "../..");
const text = (path: string) => readFileSync(join(root, path), "utf8");
let repository: Repository;
const made: string[] = [];

afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true });
});

async function setUp(...given: Parameters<typeof createRepository>): Promise<void> {
  repository = await createRepository(...given);
  made.push(repository.folder, repository.temp);
}

test("the action and the workflow are valid, and no input is part of a script", () => {
  expect(validateAction(text("action.yml")).errors).toEqual([]);
  expect(validateWorkflow(text("ci/github-pull.yml")).errors).toEqual([]);
  const action = readYaml("action.yml");
  for (const { run } of action.runs.steps) expect(run ?? "").not.toContain("${{");
  expect(text("action.yml")).not.toMatch(/secrets\.|github\.token|GITHUB_TOKEN/);
});

test("in the workflow that pulls, no job or step with a token that can write runs packages", () => {
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

interface ActionRun {
  readonly status: number | null;
  readonly log: string;
  readonly summary: string;
  readonly outputs: { readonly [name: string]: string };
}

/** Executes the steps of the action with a shell, with the files that the runner gives them. */
async function runAction(
  inputs: { readonly path: string; readonly against: string },
  env: Readonly<Record<string, string>> = {},
): Promise<ActionRun> {
  const temp = repository.temp;
  const files = { GITHUB_OUTPUT: join(temp, "output"), GITHUB_STEP_SUMMARY: join(temp, "summary") };
  for (const path of Object.values(files)) writeFileSync(path, "");
  const outputs = () =>
    Object.fromEntries(
      readFileSync(files.GITHUB_OUTPUT, "utf8")
        .split("\n")
        .flatMap((line) => (line === "" ? [] : [line.split(/=(.*)/s).slice(0, 2)])),
    );
  const filled = (value: string): string =>
    value.replaceAll(/\$\{\{ (inputs|steps\.check\.outputs)\.(\w+) \}\}/g, (_all, from: string, name: string) =>
      from === "inputs" ? (inputs[name as keyof typeof inputs] ?? "") : (outputs()[name] ?? ""),
    );
  let status: number | null = 0;
  let log = "";
  for (const step of readYaml("action.yml").runs.steps) {
    // A step without a condition runs only while none has failed; the others run always, and `uses` is not run here.
    if (step.run === undefined || (step.if === undefined && status !== 0)) continue;
    const own = Object.fromEntries(Object.entries<string>(step.env).map(([name, value]) => [name, filled(value)]));
    const done = await repository.shell(step.run, { RUNNER_TEMP: temp, ...files, ...env, ...own });
    if (status === 0) status = done.status;
    log += done.stdout;
  }
  return { status, log, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8"), outputs: outputs() };
}

const read = (path: string | undefined) => readFileSync(path ?? "", "utf8");

test.runIf(isLong)("a green pull request passes, with all reports", async () => {
  await setUp(2);
  const { status, log, summary, outputs } = await runAction({ path: "toolsets", against: "base" });
  expect(status).toBe(0);
  expect(workflowCommands(log).filter(({ name }) => name === "error")).toEqual([]);
  expect(summary).toMatch(/^\*\*toolsetc:\*\* (?!.*error)/);
  expect(sarifErrors(read(outputs["sarif"]))).toEqual([]);
  expect(read(outputs["comment"])).not.toBe("");
  expect(read(outputs["catalog"])).toContain("list_items_1");
});

test("a red pull request fails, with annotations within the limits of GitHub and all reports", async () => {
  await setUp(40);
  repository.put(
    "toolsets/shop.openapi.yaml",
    document(40, (index) => 50 - index),
  );
  // The base of the pull request, as the runner gives it.
  await repository.shell("git update-ref refs/remotes/origin/base base");
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
  expect(rules.filter((rule) => rule === "narrowed-input")).toHaveLength(40);
  expect(rules).toEqual(expect.arrayContaining(["outdated-lock", "outdated-output"]));
  expect(summary).toContain("narrowed-input");
  for (const report of [summary, read(outputs["comment"])]) expect(report.length).toBeLessThan(65_536);
  expect(read(outputs["comment"])).toContain("items&#95;39");
  expect(existsSync(outputs["catalog"] ?? "")).toBe(true);
});

test("a project that does not compile fails, and inputs are no program text", async () => {
  await setUp(1);
  const hostile = await runAction({ path: '$(touch hacked)"; touch hacked; "', against: "`touch hacked`" });
  expect(hostile.status).toBe(2);
  expect(existsSync(join(repository.folder, "hacked"))).toBe(false);
  repository.put("toolsets/shop.openapi.yaml", "openapi: 3.0.3\npaths: [\n");
  const { status, log, outputs } = await runAction({ path: "toolsets", against: "base" });
  expect(status).toBe(1);
  expect(workflowCommands(log)[0]).toMatchObject({ name: "error" });
  expect(sarifErrors(read(outputs["sarif"]))).toEqual([]);
  expect(existsSync(outputs["comment"] ?? "")).toBe(false);
});

test("the template for GitLab writes both reports, on a green and on a red branch", async () => {
  await setUp(2);
  const { toolsetc } = readYaml("ci/gitlab.yml");
  const env = { TOOLSETC_PATH: "toolsets", CI_MERGE_REQUEST_DIFF_BASE_SHA: (await repository.shell("git rev-parse base")).stdout.trim() };
  for (const [most, expected] of [
    [100, 0],
    [50, 1],
  ] as const) {
    repository.put(
      "toolsets/shop.openapi.yaml",
      document(2, () => most),
    );
    const { status } = await repository.shell(toolsetc.script.join("\n"), env);
    expect(status).toBe(expected);
    const { codequality, junit } = toolsetc.artifacts.reports;
    expect(gitlabErrors(read(join(repository.folder, codequality)))).toEqual([]);
    expect(await junitErrors(read(join(repository.folder, junit)))).toEqual([]);
  }
});

test.runIf(isLong)("the hooks for pre-commit run commands that there are", async () => {
  await setUp(1);
  // `language: node` would pack this repository at each installation.
  for (const { id, entry, language } of readYaml(".pre-commit-hooks.yaml")) {
    expect({ id, language }).toEqual({ id: entry.replace("npx --no -- ", "").replace(" ", "-"), language: "system" });
    const { status, stderr } = await repository.shell(`${entry} toolsets`);
    expect({ entry, status, stderr }).toMatchObject({ status: 0 });
  }
  repository.put(
    "toolsets/shop.openapi.yaml",
    document(1, () => 50),
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
    await setUp(1, `sources: { shop: "http://127.0.0.1:${port}/openapi.yaml" }\n`);
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
