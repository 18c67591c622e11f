import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { formatNames } from "../../src/findings/formats/format-names.ts";
import { junitErrors, sarifErrors, workflowCommands } from "../hostile/consumers.ts";
import { runCommand } from "../run-command.ts";

// Over a definition with an error and a document with a warning.
const parent = mkdtempSync(join(tmpdir(), "toolsetc-reports-"));
const folder = join(parent, "project");
mkdirSync(join(folder, "reports"), { recursive: true });
const document =
  'openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [{ url: https://example.com }]\npaths: { /a: { get: { summary: Get it, responses: { "99": { description: It. } } } } }\n';
writeFileSync(join(folder, "api.yaml"), document);
writeFileSync(join(folder, "toolsetc.yaml"), "targets: []\n");
writeFileSync(join(folder, "good.yaml"), "displayName: good\nopenApiToolset:\n  openApiSchema: ./api.yaml\n");
writeFileSync(join(folder, "other.yaml"), document);
writeFileSync(join(folder, "bad.yaml"), "displayName: bad\nopenApiToolset:\n  openApiSchema: ./other.yaml\n  urll: https://example.com\n");
afterAll(() => rmSync(parent, { recursive: true }));

describe.each(["validate", "compile"])("`%s`", (command) => {
  test.each(formatNames)("prints only the report to stdout in the format %s, with the same exit code", async (format) => {
    const { status, stdout, stderr } = await run(command, "--format", format);
    expect(status).toBe(1);
    expect(stderr).toBe("");
    if (["json", "sarif", "gitlab"].includes(format)) JSON.parse(stdout);
    if (format === "github") expect(workflowCommands(stdout)).toHaveLength(stdout.trim().split("\n").length);
    if (format === "agent") expect(stdout).toMatch(/^error\[unknown-field\] bad\.yaml:4:3 .*\nwarning\[/);
    if (format === "markdown") expect(stdout).toMatch(/^\*\*toolsetc:\*\* 1 error, 2 warnings\n\n\|/);
    expect((await run(command, "good.yaml", "--format", format)).status).toBe(0);
  });

  test("writes any number of reports to files besides its output, and creates their folders", async () => {
    const { status, stdout } = await run(
      command,
      "--report",
      "sarif=reports/new/a.sarif",
      "--report",
      "junit=b.xml",
      "--report",
      "text=c.txt",
    );
    expect(status).toBe(1);
    expect(stdout).toContain("error[unknown-field]");
    expect(sarifErrors(read("reports/new/a.sarif"))).toEqual([]);
    expect(await junitErrors(read("b.xml"))).toEqual([]);
    expect(read("c.txt")).toContain("error[unknown-field]");
  });

  test("prints only errors with --quiet, with the same exit code and reports", async () => {
    const { status, stdout, stderr } = await run(command, "--quiet", "--report", "agent=quiet.txt");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(stdout).toMatch(/^error\[unknown-field\][\s\S]*correct or remove the field\.\n\n$/i);
    expect(read("quiet.txt")).toMatch(/^warning\[/m);
    expect(await run(command, "--quiet", "good.yaml")).toEqual({ status: 0, stdout: "", stderr: "" });
    // What makes it fail must be said.
    expect(await run(command, "--quiet", "good.yaml", "--fail-on", "warning")).toEqual({
      status: 1,
      stdout: "",
      stderr: "--fail-on warning: 1 warning is too many.\n",
    });
  });
});

test("`compile` writes its report on each run, also if nothing else has changed", async () => {
  mkdirSync(join(folder, "node_modules"), { recursive: true });
  for (const _time of ["first", "second"]) {
    rmSync(join(folder, "again.json"), { force: true });
    await run("compile", "--report", "json=again.json");
    expect(existsSync(join(folder, "again.json"))).toBe(true);
  }
});

test("`compile` repeats why it fails if nothing has changed", async () => {
  for (const _time of ["first", "second"])
    expect(await run("compile", "good.yaml", "--format", "agent", "--fail-on", "warning")).toMatchObject({
      status: 1,
      stderr: "--fail-on warning: 1 warning is too many.\n",
    });
});

test("`compile --check` reports outdated output in every format", async () => {
  const other = join(parent, "stale");
  mkdirSync(other);
  writeFileSync(join(other, "api.yaml"), document);
  for (const format of formatNames) {
    const { status, stdout, stderr } = await runIn(other, "compile", "--check", "--openapi", "api.yaml", "--format", format);
    expect(status).toBe(1);
    expect(stdout + stderr).toMatch(format === "json" ? /"drift": \[\n +\{/ : /The output is out of date/);
  }
});

test.each([
  ["xml=a.xml", 'There is no report format "xml".'],
  ["junti=a.xml", 'Did you mean "junit"?'],
  ["sarif", "--report takes <format>=<file>"],
  ["sarif=", "--report takes <format>=<file>"],
])("--report %s is refused before anything is done", async (value, said) => {
  const { status, stdout, stderr } = await run("validate", "--report", value);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(said);
});

test("two reports into one file are refused", async () => {
  const { status, stderr } = await run("validate", "--report", "sarif=a.out", "--report", "junit=./a.out");
  expect(status).toBe(2);
  expect(stderr).toContain("twice");
  expect(existsSync(join(folder, "a.out"))).toBe(false);
});

test("a report is not written through a link or over a folder", async () => {
  writeFileSync(join(parent, "mine.txt"), "mine");
  symlinkSync(join(parent, "mine.txt"), join(folder, "link.sarif"));
  symlinkSync(parent, join(folder, "outside"));
  for (const [path, said] of [
    ["link.sarif", "a link"],
    ["outside/mine.txt", "not a file of this project"],
    ["reports", "a folder"],
  ]) {
    const { status, stderr, stdout } = await run("validate", "--report", `sarif=${path}`);
    expect(status).toBe(2);
    expect(stderr).toContain(said);
    expect(stdout).toContain("error[unknown-field]");
  }
  expect(readFileSync(join(parent, "mine.txt"), "utf8")).toBe("mine");
});

test("a report may be written to a file outside of the working directory", async () => {
  expect((await run("validate", "--report", `sarif=${join(parent, "elsewhere/x.sarif")}`)).status).toBe(1);
  expect(existsSync(join(parent, "elsewhere/x.sarif"))).toBe(true);
  // As GitHub gives a step its summary: an empty file.
  writeFileSync(join(parent, "elsewhere/summary"), "");
  await run("validate", "--report", `markdown=${join(parent, "elsewhere/summary")}`);
  expect(readFileSync(join(parent, "elsewhere/summary"), "utf8")).toMatch(/^\*\*toolsetc:\*\* 1 error/);
});

test("the table of `validate` counts the findings of each toolset", async () => {
  writeFileSync(join(folder, "third.yaml"), "displayName: third\nopenApiToolset:\n  openApiSchema: ./api.yaml\n");
  expect((await run("validate", ".")).stdout).toMatch(/toolset .* errors +warnings\nbad .* 1 +1\ngood .* 0 +1\nthird .* 0 +1\n/);
});

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}

function run(...args: string[]) {
  return runIn(folder, ...args);
}

function runIn(cwd: string, ...args: string[]) {
  return runCommand(args, { cwd });
}

test.each([["validate"], ["compile"], ["ci"]])(
  "`%s` lists findings in the order of the project's files, from any working directory",
  async (command) => {
    const project = join(parent, "ordered");
    mkdirSync(join(project, "nested"), { recursive: true });
    writeFileSync(join(project, "toolsetc.yaml"), "targets: []\n");
    for (const path of ["z.yaml", "nested/b.yaml"])
      writeFileSync(
        join(project, path),
        `displayName: ${path.charAt(0)}\nclientFunctionToolset: { functions: [{ name: f, descripton: Does it. }] }\n`,
      );
    const files = async (cwd: string, path: string) => {
      const { stdout } = await runCommand([command, path, "--format", "json"], { cwd });
      return JSON.parse(stdout).diagnostics.map(({ file }: { readonly file: string }) => file.slice(-6));
    };
    const order = await files(project, ".");
    expect([...new Set(order)]).toEqual(["b.yaml", "z.yaml"]);
    expect(await files(join(project, "nested"), "..")).toEqual(order);
  },
);
