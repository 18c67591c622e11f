import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../run-command.ts";

// Over a document with two warnings.
const folder = mkdtempSync(join(tmpdir(), "toolsetc-"));
const responses = '{ "99": { description: It. }, "98": { description: It. } }';
writeFileSync(
  join(folder, "api.yaml"),
  `openapi: 3.1.0\ninfo: { title: T, version: "1" }\nservers: [{ url: https://example.com }]\npaths: { /a: { get: { summary: Get it, responses: ${responses} } } }\n`,
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
])("`validate` with the warning limits %j exits with %i", async (flags, status, said) => {
  const { stdout, ...rest } = await run("validate", ...flags);
  expect(rest).toEqual({ status, stderr: "" });
  expect(stdout).toContain(said);
  expect((await run("validate", "--format", "json", ...flags)).status).toBe(status);
});

test.each([["x"], ["-1"], ["1.5"], [""]])("the flag --max-warnings refuses the value %j", async (value) => {
  expect(await run("validate", "--max-warnings", value)).toMatchObject({ status: 2, stdout: "" });
});

test("`compile` writes the output whatever the limit of warnings, and says the same if nothing has changed", async () => {
  const flags = ["--out", "out", "--max-warnings", "0"];
  for (const _time of ["written", "unchanged"]) {
    expect(await run("compile", ...flags)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("--max-warnings 0: 2 warnings are too many.\n"),
    });
    expect(existsSync(join(folder, "out/index.ts"))).toBe(true);
  }
  expect((await run("compile", "--out", "out", "--check", "--max-warnings", "2")).status).toBe(0);
  expect(await run("compile", "--out", "out", "--check", "--max-warnings", "1")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("up to date"),
  });
});

function run(command: string, ...flags: string[]) {
  return runCommand([command, "--openapi", "api.yaml", ...flags], { cwd: folder });
}
