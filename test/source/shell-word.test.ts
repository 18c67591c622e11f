import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shellWord } from "../../src/source/text/shell-word.ts";

const words = [
  ..."plain|a b|$(touch ran)|`touch ran`|;touch ran;|$HOME|~|*|{a,b}|a'b|a\"b|!!|#a|a=b|-x|\\|\\'; touch ran; '|'; touch ran #|a\\nb".split(
    "|",
  ),
  "",
  "a\nb",
  "\u001b[31m",
];

test.each(["bash", "dash", "zsh", "fish"])("the shell %s reads each quoted word unchanged, and runs nothing", (shell) => {
  if (spawnSync(shell, ["-c", "true"]).status !== 0) return console.log(`${shell} is not installed: quoting for it was not tested.`);
  const cwd = mkdtempSync(join(tmpdir(), "toolsetc-words-"));
  try {
    const { stdout } = spawnSync(shell, ["-c", `printf '%s\\0' ${words.map(shellWord).join(" ")}`], { cwd, encoding: "utf8" });
    expect(stdout.split("\0").slice(0, -1)).toEqual(words);
    expect(readdirSync(cwd)).toEqual([]);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
