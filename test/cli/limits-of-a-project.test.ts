import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// `baseline` and `budgets` of toolsetc.yaml, over documents with statuses that are none.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-limits-"));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, ".git"), { recursive: true });
});

const api = (...statuses: string[]) =>
  `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.example }]
paths:
  /a:
    get:
      operationId: read_it
      summary: Read the thing that is there
      responses:
${statuses.map((status) => `        "${status}": { description: It. }\n`).join("")}        "204": { description: It. }
`;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** A project with one toolset, which has a warning for each of the statuses. */
function putProject(at: string, config: string, statuses: readonly string[], name = "shop"): void {
  put(`${at}toolsetc.yaml`, `targets: []\n${config}`);
  put(`${at}${name}.yaml`, `displayName: ${name}\nopenApiToolset:\n  openApiSchema: ./${name}.openapi.yaml\n`);
  put(`${at}${name}.openapi.yaml`, api(...statuses));
}

function run(...args: string[]) {
  return runCommand(args, { cwd: folder, env: { CI: undefined } });
}

const commands = [["validate"], ["compile"], ["ci"]];

test("commands with --baseline hide the findings in the baseline that toolsetc.yaml names", async () => {
  putProject("", "baseline: known/findings.json\n", ["99"]);
  expect(await run("validate")).toMatchObject({ status: 2, stderr: expect.stringContaining('There is no baseline "known/findings.json"') });
  mkdirSync(join(folder, "known"));
  const { stderr } = await run("validate", "--update-baseline");
  expect(stderr).toBe("known/findings.json: 1 known finding, 1 added, 0 removed.\n");
  for (const command of commands) {
    const { status, stdout } = await run(...command, "--fail-on", "warning", "--format", "json");
    expect({ command, status, suppressed: JSON.parse(stdout).suppressed.length }).toEqual({ command, status: 0, suppressed: 1 });
  }
  put("shop.openapi.yaml", api("99", "98"));
  for (const command of commands) expect((await run(...command, "--fail-on", "warning")).status).toBe(1);
});

test("the flag --baseline replaces the baseline that toolsetc.yaml names", async () => {
  putProject("", "baseline: known.json\n", ["99"]);
  await run("validate", "--update-baseline");
  put("empty.json", '{ "formatVersion": "1.0", "findings": [] }\n');
  expect((await run("validate", "--fail-on", "warning")).status).toBe(0);
  expect((await run("validate", "--fail-on", "warning", "--baseline", "empty.json")).status).toBe(1);
});

test("in a repository of several projects, each has its own baseline and budgets", async () => {
  putProject("packages/a/", "baseline: known.json\nbudgets: { shop: { maxWarnings: 0 } }\n", ["99"]);
  putProject("packages/b/", "baseline: known.json\nbudgets: { store: { maxWarnings: 1 } }\n", ["98", "97"], "store");
  await run("validate", "packages/a", "--update-baseline");
  put("packages/b/known.json", '{ "formatVersion": "1.0", "findings": [] }\n');
  const { status, stdout } = await run("validate", "packages", "--format", "json");
  expect(status).toBe(1);
  const { diagnostics } = JSON.parse(stdout);
  expect(diagnostics.filter(({ severity }: { severity: string }) => severity === "error")).toMatchObject([
    { code: "exceeded-budget", file: "packages/b/toolsetc.yaml", range: { start: { line: 3 } } },
  ]);
});

test.each(commands)("`%s` reports a toolset with more warnings than its budget, at the budget, with their codes", async (command) => {
  putProject("", "budgets:\n  shop:\n    maxWarnings: 1\n", ["99", "98", "97"]);
  const { status, stdout } = await run(command, "--format", "agent");
  expect(status).toBe(1);
  expect(stdout).toContain("error[exceeded-budget] toolsetc.yaml:4:18 shop:");
  expect(stdout).toContain('The toolset "shop" has 3 warnings, but its budget is 1: 3 `invalid-status`.');
  put("toolsetc.yaml", "targets: []\nbudgets: { shop: { maxWarnings: 3 } }\n");
  expect(await run(command, "--format", "agent")).toMatchObject({ status: 0, stdout: expect.not.stringContaining("exceeded-budget") });
});

test("a budget ignores findings that a comment or the baseline hides, and warnings of other toolsets", async () => {
  putProject("", "baseline: known.json\nbudgets: { shop: { maxWarnings: 0 } }\n", ["99", "98"]);
  putProject("", "baseline: known.json\nbudgets: { shop: { maxWarnings: 0 } }\n", ["97"], "other");
  await run("validate", "--update-baseline");
  put("other.openapi.yaml", api("97", "96"));
  expect((await run("validate")).status).toBe(0);
  expect(readFileSync(join(folder, "known.json"), "utf8")).not.toContain("exceeded-budget");
  put("shop.openapi.yaml", api("99", "98", "95"));
  expect((await run("validate")).status).toBe(1);
  put("shop.openapi.yaml", `# toolsetc-ignore-file invalid-status: The vendor knows.\n${api("99", "98", "95")}`);
  put("known.json", '{ "formatVersion": "1.0", "findings": [] }\n');
  expect((await run("validate")).status).toBe(0);
});

test("a budget may name a toolset by its file", async () => {
  putProject("", "budgets: { orders: { maxWarnings: 0 } }\n", []);
  put("orders.yaml", "displayName: shop-orders\nopenApiToolset:\n  openApiSchema: ./orders.openapi.yaml\n");
  put("orders.openapi.yaml", api("99"));
  expect((await run("validate", "--format", "agent")).stdout).toContain('The toolset "orders" has 1 warning, but its budget is 0');
  put("toolsetc.yaml", "targets: []\nbudgets: { order: { maxWarnings: 0 } }\n");
  const { status, stdout } = await run("validate");
  expect({ status, stdout }).toEqual({ status: 2, stdout: expect.stringContaining('Did you mean "orders"?') });
});

test("a compilation that restores its toolsets still reports an exceeded budget", async () => {
  mkdirSync(join(folder, "node_modules"));
  putProject("", "budgets: { shop: { maxWarnings: 5 } }\n", ["99", "98"]);
  putProject("", "budgets: { shop: { maxWarnings: 5 } }\n", [], "other");
  put("toolsetc.yaml", "budgets: { shop: { maxWarnings: 1 } }\n");
  expect((await run("compile")).status).toBe(1);
  put("other.openapi.yaml", api("97"));
  const { status, stdout } = await run("compile");
  expect({ status, isReported: stdout.includes("exceeded-budget") }).toEqual({ status: 1, isReported: true });
  expect(existsSync(join(folder, "generated"))).toBe(true);
});

test("a configuration that another one extends gives it a baseline and budgets, merged by toolset", async () => {
  putProject("", "extends: ./shared/base.yaml\nbudgets: { shop: { maxWarnings: 0 } }\n", ["99"]);
  putProject("", "extends: ./shared/base.yaml\nbudgets: { shop: { maxWarnings: 0 } }\n", ["98"], "other");
  put("shared/base.yaml", "baseline: known.json\nbudgets: { shop: { maxWarnings: 9 }, other: { maxWarnings: 0 } }\n");
  const { stderr } = await run("validate", "--update-baseline");
  expect(stderr).toBe("shared/known.json: 2 known findings, 2 added, 0 removed.\n");
  put("shared/known.json", '{ "formatVersion": "1.0", "findings": [] }\n');
  const { stdout } = await run("validate", "--format", "agent");
  expect(stdout.match(/error\[exceeded-budget\] \S+ \S+/g)).toEqual([
    "error[exceeded-budget] shared/base.yaml:2:60 other:",
    "error[exceeded-budget] toolsetc.yaml:3:33 shop:",
  ]);
  put("shared/base.yaml", "baseline: ../../known.json\n");
  expect(await run("validate")).toMatchObject({ stdout: expect.stringContaining('"../../known.json" is outside of this project') });
});

test("the baseline does not hide a locked code, and no project raises a budget that a policy locks", async () => {
  putProject("", "extends: ./policy.yaml\nbaseline: known.json\nbudgets: { shop: { maxWarnings: 9 } }\n", ["99", "98"]);
  put("policy.yaml", "budgets: { shop: { maxWarnings: 1 } }\n");
  await run("validate", "--update-baseline");
  expect((await run("validate")).status).toBe(0);
  put(
    "policy.yaml",
    "budgets: { shop: { maxWarnings: 1 } }\nrules:\n  exceeded-budget: { severity: error, locked: true }\n  invalid-status: { severity: warning, locked: true }\n",
  );
  const { status, stdout } = await run("validate", "--format", "agent");
  expect(status).toBe(1);
  expect(stdout).toContain(
    'error[exceeded-budget] policy.yaml:1:33 shop: The toolset "shop" has 2 warnings, but its budget is 1: 2 `invalid-status`.',
  );
  expect(stdout).toContain('warning[locked-setting] toolsetc.yaml:4:33: "exceeded-budget" is locked in "policy.yaml"');
  // A project may lower its budget.
  put("toolsetc.yaml", "targets: []\nextends: ./policy.yaml\nbudgets: { shop: { maxWarnings: 0 } }\n");
  expect((await run("validate", "--format", "agent")).stdout).toContain("error[exceeded-budget] toolsetc.yaml:3:33 shop:");
});

test("an update of the baseline is refused if neither flags nor configuration name one", async () => {
  putProject("", "", ["99"]);
  const { status, stderr } = await run("validate", "--update-baseline");
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("--baseline <file>, or the key `baseline`") });
});
