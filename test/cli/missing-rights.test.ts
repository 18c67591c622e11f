import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { repeatRun } from "../../src/cli/build/repeat-run.ts";
import { type Terminal, withTerminal } from "../../src/cli/terminal.ts";
import { collected, runCommand } from "../run-command.ts";

const folder = mkdtempSync(join(tmpdir(), "toolsetc-rights-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The environment as Deno has it without --allow-env. `test/package/runtimes` runs the built program so. */
const env = new Proxy({} as Terminal["env"], {
  get(_env, name) {
    const message = `Requires env access to "${String(name)}", run again with the --allow-env flag`;
    throw Object.assign(new Error(message), { name: "NotCapable" });
  },
});

test("a command that Deno forbids to read the environment repeats no run, and names the permission", async () => {
  const { stream } = collected();
  const process: Terminal = {
    cwd: () => folder,
    argv: ["deno", "toolsetc", "validate"],
    env,
    stdin: globalThis.process.stdin,
    stdout: stream,
    stderr: stream,
    once: () => {},
    off: () => {},
  };
  expect(await withTerminal(process, repeatRun)).toBe(false);

  const { status, stderr } = await runCommand(["validate"], { cwd: folder, env });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^error: Requires env access .* --allow-env flag\./) });
});
