import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { versionProblem } from "../../src/cli/node-version.ts";
import { createProgram } from "../../src/cli/program.ts";
import { isLong } from "../long.ts";
import { program as main } from "./serving.ts";

const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));

test("the compiler runs on the versions of Node that the package names", () => {
  expect(engines.node).toBe("^20.19 || ^22.12 || >=24");
  for (const version of ["20.19.0", "20.20.2", "22.12.0", "24.0.0", "26.1.0"]) expect(versionProblem(version)).toBeUndefined();
  for (const version of ["14.21.3", "16.0.0", "18.20.8", "19.9.0", "20.0.0", "20.18.3"])
    expect(versionProblem(version)).toBe(
      `toolsetc needs Node.js 20.19 or later, and this is version ${version}. Install a newer version of Node.js.`,
    );
});

// The entry is all that an older version parses, so it loads nothing before it has looked at the version.
test("the program imports nothing before it checks the version of Node", () => {
  const text = readFileSync(main, "utf8");
  expect(text).not.toMatch(/^\s*import\s*[\w*{"]|^\s*export\b.*\bfrom\b/m);
  expect(text.indexOf("import(")).toBeGreaterThan(text.indexOf("process.versions.node"));
});

test("every command in an older version of Node names the version that it needs, and exits with 2", () => {
  const older = 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"18.20.8"})';
  const commands = createProgram().commands.filter((_command, index) => isLong || index % 8 === 0);
  for (const args of [...commands.map((command) => [command.name()]), ["--version"], []]) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", older, main, ...args], { encoding: "utf8" });
    expect({ args, status, stdout, stderr }).toEqual({
      args,
      status: 2,
      stdout: "",
      stderr: "error: toolsetc needs Node.js 20.19 or later, and this is version 18.20.8. Install a newer version of Node.js.\n",
    });
  }
}, 60_000);
