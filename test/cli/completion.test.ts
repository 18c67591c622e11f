import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { program } from "../../src/cli/program.ts";
import { runCommand } from "../run-command.ts";

// The scripts in the shells themselves, where they are installed.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-completion-")));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  mkdirSync(join(folder, "generated/toolsets/shop/tools"), { recursive: true });
  for (const name of ["get_order", "list_orders"]) writeFileSync(join(folder, `generated/toolsets/shop/tools/${name}.ts`), "");
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { status, stdout, stderr } = await runCommand(["completion", shell], { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    writeFileSync(join(folder, `completion.${shell}`), stdout);
  }
});

/** What each shell proposes for the last word of a command line. */
const shells: { readonly [shell: string]: (words: readonly string[]) => string } = {
  bash: (words) =>
    `source completion.bash; COMP_WORDS=(${words.map(quoted).join(" ")}); COMP_CWORD=${words.length - 1}; _toolsetc; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Completion needs a terminal there, so what it calls is printed.
  zsh: (words) => `compdef() { }; source ./completion.zsh; words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}
    shown() { local each; for each in "$@"; do [[ $each == \${words[CURRENT]}* ]] && print -r -- "\${each%%:*}"; done }
    compadd() { shift; shown "$@" }; _files() { }; _describe() { shown "\${(@P)@[-1]}" }; _toolsetc; true`,
  fish: (words) => `source completion.fish; complete -C ${quoted(words.join(" "))} | string replace -r '\\t.*' ''; true`,
};

describe.each(Object.keys(shells))("%s", (shell) => {
  const isThere = spawnSync(shell, ["-c", "true"]).status === 0;
  const complete = (...words: string[]) => {
    const args = shell === "zsh" ? ["-f"] : shell === "fish" ? ["--no-config"] : ["--norc"];
    const { status, stdout, stderr } = spawnSync(shell, [...args, "-c", shells[shell]?.(words) ?? ""], { cwd: folder, encoding: "utf8" });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout
      .split("\n")
      .filter((line) => line !== "")
      .sort();
  };

  test.skipIf(!isThere)("completes commands, flags, values and names of compiled tools", () => {
    expect(complete("toolsetc", "comp")).toEqual(["compile", "completion"]);
    expect(complete("toolsetc", "compile", "--op")).toEqual(["--openapi"]);
    expect(complete("toolsetc", "compile", "--fail-on", "")).toEqual(["error", "warning"]);
    expect(complete("toolsetc", "validate", "--format", "j")).toEqual(["json", "junit"]);
    expect(complete("toolsetc", "show", "shop.g")).toEqual(["shop.get_order"]);
    expect(complete("toolsetc", "call", "")).toEqual(expect.arrayContaining(["shop.get_order", "shop.list_orders"]));
    expect(complete("toolsetc", "compile", "--toolset", "")).toEqual(["shop"]);
    expect(complete("toolsetc", "completion", "z")).toEqual(["zsh"]);
  });

  test.skipIf(!isThere)("knows every command", () => {
    expect(complete("toolsetc", "")).toEqual(expect.arrayContaining(program.commands.map((command) => command.name())));
  });
});

test("an unknown shell is wrong usage", async () => {
  expect(await runCommand(["completion", "tcsh"], { cwd: folder })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("bash, zsh, fish, powershell"),
  });
});

function quoted(word: string): string {
  return `'${word}'`;
}
