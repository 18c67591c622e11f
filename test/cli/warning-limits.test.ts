import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

// The built program over a document with two warnings.
const program = join(import.meta.dirname, "../../dist/bin/main.js");
const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));
const responses = '{ "99": { description: It. }, "98": { description: It. } }';
writeFileSync(
  join(folder, "api.yaml"),
  `openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [{ url: https://example.com }]\npaths: { /a: { get: { responses: ${responses} } } }\n`,
);
afterAll(() => rmSync(folder, { recursive: true }));

test.each<[flags: string[], status: number, said: string]>([
  [[], 0, "0 errors, 2 warnings"],
  [["--fail-on", "error"], 0, "0 errors, 2 warnings"],
  [["--fail-on", "warning"], 1, "--fail-on warning: 2 warnings are too many.\n0 errors, 2 warnings"],
  [["--max-warnings", "2"], 0, "0 errors, 2 warnings"],
  [["--max-warnings", "1"], 1, "--max-warnings 1: 2 warnings are too many.\n0 errors, 2 warnings"],
  [["--max-warnings", "9", "--fail-on", "warning"], 1, "--fail-on warning: 2 warnings are too many.\n"],
  [["--profile", "openapi"], 1, "2 errors, 0 warnings"],
])("validate %j exits with %i", (flags, status, said) => {
  const { stdout, ...rest } = run("validate", ...flags);
  expect(rest).toEqual({ status, stderr: "" });
  expect(stdout).toContain(said);
  expect(run("validate", "--format", "json", ...flags).status).toBe(status);
});

test.each([["x"], ["-1"], ["1.5"], [""]])("--max-warnings takes no %j", (value) => {
  expect(run("validate", "--max-warnings", value)).toMatchObject({ status: 2, stdout: "" });
});

test("compile writes what compiles whatever the limit, and says so alike when nothing has changed", () => {
  const flags = ["--out", "out", "--max-warnings", "0"];
  for (const _time of ["written", "unchanged"]) {
    expect(run("compile", ...flags)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("--max-warnings 0: 2 warnings are too many.\n"),
    });
    expect(existsSync(join(folder, "out/index.ts"))).toBe(true);
  }
  expect(run("compile", "--out", "out", "--check", "--max-warnings", "2").status).toBe(0);
  expect(run("compile", "--out", "out", "--check", "--max-warnings", "1")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("up to date"),
  });
});

function run(command: string, ...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, command, "--openapi", "api.yaml", ...flags], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}
