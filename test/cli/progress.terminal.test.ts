import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shellWord } from "../../src/source/text/shell-word.ts";
import { writeFifty } from "../bench/fifty.mjs";
import { toolsetc } from "../example-project.ts";
import { program } from "./serving.ts";

// A project that takes longer than half a second on any machine.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-progress-")));
const definitions = 50;
beforeAll(() => void writeFifty(folder, definitions));
afterAll(() => rmSync(folder, { recursive: true }));

const quiet = [{ CI: "true" }, { TERM: "dumb" }];
const hasTerminal = spawnSync("script", ["--version"]).status === 0;
const status = new RegExp(
  String.raw`\r\u001b\[K\[\d\/5\] (?:Reading files|Checking, ${definitions} definitions|Compiling, ${definitions} definitions|Generating output, ${definitions} definitions|Finishing), \d+\.\d s`,
  "g",
);

/** Runs a command on a terminal of its own, of util-linux, and returns what it shows on both streams. */
function onTerminal(args: readonly string[], env: { readonly [name: string]: string } = {}): string {
  const command = [process.execPath, program, ...args].map(shellWord).join(" ");
  const { CI: _, ...rest } = process.env;
  const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
    cwd: folder,
    encoding: "utf8",
    env: { ...rest, TERM: "xterm", NO_COLOR: "1", ...env },
  });
  return stdout;
}

test.skipIf(!hasTerminal)("a command shows on a terminal what takes long, and erases it (needs script of util-linux)", () => {
  const shown = onTerminal(["validate", "fifty"]);
  const stages = [...shown.matchAll(status)].map(([text]) => text);
  expect(stages.length).toBeGreaterThan(0);
  // What remains when each status is replaced is what a run without a terminal prints.
  const remaining = shown.replace(status, "").replace("\r\u001b[K", "");
  expect(remaining).not.toContain("\u001b");
  const { stdout, stderr } = toolsetc(["validate", "fifty"], { cwd: folder });
  const timeless = (text: string) => text.replaceAll("\r\n", "\n").replace(/\d+\.\d\d s/, "");
  expect(timeless(remaining)).toBe(timeless(stdout));
  expect(stderr).toBe("");
});

test.skipIf(!hasTerminal)("a command erases what it showed on a terminal, also if it prints nothing else", () => {
  const shown = onTerminal(["validate", "fifty", "--quiet"]);
  expect(shown.match(status)).not.toBeNull();
  expect(shown.replace(status, "")).toBe("\r\u001b[K");
});

test.skipIf(!hasTerminal)("a command shows no progress in CI, or on a terminal that cannot erase", () => {
  for (const env of quiet) expect(onTerminal(["validate", "fifty", "--quiet"], env)).toBe("");
});
