import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { toolsetc } from "../example-project.ts";
import { runCommand } from "../run-command.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-run-")));
afterAll(() => rmSync(folder, { recursive: true }));

for (const name of ["one", "two"]) {
  mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, name, `${name}.yaml`),
    `displayName: ${name}\nclientFunction: { name: ${name}, description: Does ${name}. }\n`,
  );
}

test("commands that run at the same time have each their own folder, streams and exit code", async () => {
  const before = [process.cwd(), process.exitCode];
  const [one, two, wrong] = await Promise.all([
    runCommand(["list", "--format", "json"], { cwd: join(folder, "one") }),
    runCommand(["list", "--format", "json"], { cwd: join(folder, "two") }),
    runCommand(["validate", "three"], { cwd: folder }),
  ]);
  expect([one, two].map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect([one, two].map(({ stdout }) => JSON.parse(stdout).tools.map(({ name }: { name: string }) => name))).toEqual([["one"], ["two"]]);
  expect(wrong).toEqual({ status: 2, stdout: "", stderr: expect.stringMatching(/^error: There is no file or folder "three"\./) });
  expect([process.cwd(), process.exitCode]).toEqual(before);
});

test.each([
  [["--help"]],
  [["lst"]],
  [["list", "--tga", "x"]],
  [["validate", ""]],
  [["validate", "one/one.yaml/"]],
  [["list", "--env", "x/"]],
])("%j says the same as in a process of its own", async (args) => {
  const { status, stdout, stderr } = toolsetc(args, { cwd: folder, env: { NO_COLOR: "1" } });
  expect(await runCommand(args, { cwd: folder })).toEqual({ status, stdout, stderr });
});
