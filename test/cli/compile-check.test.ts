import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatNames } from "../../src/findings/formats/format-names.ts";
import { runCommand } from "../run-command.ts";

const definition = "displayName: device\nclientFunctionToolset:\n  functions: [{ name: vibrate, description: Vibrates. }]\n";
let folder = "";

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolsetc-check-"));
  put("device.yaml", definition);
  put("toolsetc.yaml", "targets: [{ target: manifest, out: generated }]\n");
  expect(await run("compile")).toMatchObject({ status: 0 });
});

afterEach(() => rmSync(folder, { recursive: true }));

test("`compile --check` says that the output is current", async () => {
  expect(await run("compile", "--check")).toMatchObject({ status: 0, stdout: expect.stringContaining("The output is up to date.") });
});

test("`compile --check` reports outdated output as a finding in every format, at a file of its folder", async () => {
  put("device.yaml", definition.replace("Vibrates.", "Vibrates once."));
  for (const format of formatNames) {
    const { status, stdout } = await run("compile", "--check", "--format", format);
    expect(status).toBe(1);
    expect(stdout).toMatch(/is out of date.{1,6} 1 file is outdated/);
    expect(stdout).toMatch(/generated\/toolsets\/device\/toolset.{1,5}json/);
  }
});

test("`compile --check` names the command that writes the output, with the flags that affect it", async () => {
  put("device.yaml", definition.replace("Vibrates.", "Vibrates once."));
  expect((await run("compile", "--check")).stdout).toContain(
    "\nThe output is out of date. Run `toolsetc compile`, and commit the written files.\n",
  );
  const { stdout } = await run("compile", "device.yaml", "--out", "other files", "--check", "--fail-on", "warning");
  expect(stdout).toContain("Run `toolsetc compile device.yaml --out 'other files'`, and");
});

test("`compile --check` after an upgrade of the compiler says so before the differences", async () => {
  const upgrade =
    /^The output was written by toolsetc 0\.0\.9, but this is version .*\. The other version may be the reason for the differences\.\noutdated: generated\//m;
  const record = read("generated/.written.json");
  expect(record).toContain('"compiler": "');
  put("generated/.written.json", record.replace(/"compiler": "[^"]*"/, '"compiler": "0.0.9"'));
  // Another compiler that wrote the same is no difference.
  expect(await run("compile", "--check")).toMatchObject({ status: 0 });
  put("device.yaml", definition.replace("Vibrates.", "Vibrates once."));
  expect((await run("compile", "--check")).stdout).toMatch(upgrade);
  await run("compile");
  put("device.yaml", definition);
  expect((await run("compile", "--check")).stdout).not.toMatch(upgrade);
});

function run(...args: string[]) {
  return runCommand(args, { cwd: folder });
}

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

function read(path: string): string {
  return readFileSync(join(folder, path), "utf8");
}
