import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { shownCommands } from "../../src/cli/shown-commands.ts";
import { runCommand } from "../run-command.ts";

// The scripts in the shells themselves, where they are installed.
const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolsetc-completion-")));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  writeFileSync(join(folder, "toolsetc.yaml"), "targets: [{ target: typescript, out: generated }]\n");
  writeFileSync(join(folder, "shop.yaml"), "clientFunctionToolset: { functions: [{ name: get_order }, { name: list_orders }] }\n");
  expect(await runCommand(["compile"], { cwd: folder })).toMatchObject({ status: 0 });
  for (const shell of ["bash", "zsh", "fish", "powershell"]) {
    const { status, stdout, stderr } = await runCommand(["completion", shell], { cwd: folder });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    writeFileSync(join(folder, `completion.${shell}`), stdout);
  }
});

/** What each shell proposes for the last word of a command line. */
const shells: { readonly [shell: string]: (words: readonly string[]) => string } = {
  bash: (words) =>
    `source "$SCRIPT"; COMP_WORDS=(${words.map(quoted).join(" ")}); COMP_CWORD=${words.length - 1}; _toolsetc; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Completion needs a terminal there, so what it calls is printed.
  zsh: (words) => `compdef() { }; source "$SCRIPT"; words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}
    shown() { local each; for each in "$@"; do [[ $each == \${words[CURRENT]}* ]] && print -r -- "\${each%%:*}"; done }
    compadd() { shift; shown "$@" }; _files() { }; _describe() { shown "\${(@P)@[-1]}" }; _toolsetc; true`,
  fish: (words) => `source $SCRIPT; complete -C ${quoted(words.join(" "))} | string replace -r '\\t.*' ''; true`,
};

/** How each shell is started in a terminal, and the file with its configuration: `toolsetc` prints its arguments. */
const sessions: { readonly [shell: string]: { readonly argv: readonly string[]; readonly file: string; readonly text: string } } = {
  bash: {
    argv: ["bash", "--rcfile", ".bashrc", "-i"],
    file: ".bashrc",
    text: `source ${folder}/completion.bash\nPS1='READY> '\ntoolsetc() { printf 'called <%s>\\n' "$*"; }\n`,
  },
  zsh: {
    argv: ["env", "ZDOTDIR=.", "zsh", "-d", "-i"],
    file: ".zshrc",
    text: `autoload -Uz compinit; compinit -u -D\nsource ${folder}/completion.zsh\nPS1='READY> '\ntoolsetc() { printf 'called <%s>\\n' "$*"; }\n`,
  },
  fish: {
    argv: ["fish", "--no-config", "-i", "-C", "source setup.fish"],
    file: "setup.fish",
    text: `source ${folder}/completion.fish\nfunction fish_prompt; echo -n 'READY> '; end\nfunction toolsetc; printf 'called <%s>\\n' "$argv"; end\n`,
  },
};

describe.each(Object.keys(shells))("the completion for the shell %s", (shell) => {
  const isThere = isInstalled(shell);
  const complete = (...words: string[]) => completeIn(folder, shell, words);

  test.skipIf(!isThere)("proposes commands, flags, values and names of compiled tools", () => {
    expect(complete("toolsetc", "comp")).toEqual(["compile", "completion"]);
    expect(complete("toolsetc", "compile", "--op")).toEqual(["--openapi"]);
    expect(complete("toolsetc", "compile", "--fail-on", "")).toEqual(["error", "warning"]);
    expect(complete("toolsetc", "validate", "--format", "j")).toEqual(["json", "junit"]);
    expect(complete("toolsetc", "show", "shop.g")).toEqual(["shop.get_order"]);
    expect(complete("toolsetc", "call", "")).toEqual(expect.arrayContaining(["shop.get_order", "shop.list_orders"]));
    expect(complete("toolsetc", "compile", "--toolset", "")).toEqual(["shop"]);
    expect(complete("toolsetc", "completion", "z")).toEqual(["zsh"]);
  });

  test.skipIf(!isThere)("proposes every command", () => {
    expect(complete("toolsetc", "")).toEqual(expect.arrayContaining(shownCommands(createProgram()).map((command) => command.name())));
  });
});

// A cloned repository may contain folders and files of any name. A name that a shell would have to quote is not proposed: no compiled
// tool has such a name.
describe("the completion in a folder with hostile names of files and tools", () => {
  const names = [
    ..."$(touch ran_1)|`touch ran_2`|;touch ran_3;|a b|a'b|a\"b|$HOME|~root|{a,b}|*|?|[a]|!!|a=b|a:b|\\|-x|--yes|a&b|a>b|#a".split("|"),
    "a\nb",
    "$(touch ran_4)\tdescribed",
    "\u001b[31mred",
    "\u202eder",
  ];
  const repository = join(folder, "cloned");

  beforeAll(() => {
    const manifest = (some: readonly string[]) => `${some.map((localName) => JSON.stringify({ localName })).join("\n")}\n`;
    for (const name of ["ok.1", ...names]) mkdirSync(join(repository, `generated/toolsets/${name}`), { recursive: true });
    writeFileSync(join(repository, "generated/toolsets/ok.1/toolset.json"), manifest([...names, "get_1", "list-2"]));
    for (const name of names) writeFileSync(join(repository, `generated/toolsets/${name}/toolset.json`), manifest(["plain"]));
    // A folder is no manifest.
    mkdirSync(join(repository, "generated/toolsets/ok.2/toolset.json"), { recursive: true });
  });

  afterEach(() => {
    for (const path of filesThatRan()) rmSync(join(repository, path));
  });

  const filesThatRan = () => readdirSync(repository, { recursive: true, encoding: "utf8" }).filter((path) => /(^|\/)ran_\d/.test(path));

  test.each(Object.keys(shells))("for the shell %s proposes only names that need no quotes, and expands none", (shell) => {
    if (!isInstalled(shell)) return console.log(`${shell} is not installed: its completion was not tested.`);
    const complete = (...words: string[]) => completeIn(repository, shell, words);
    expect(complete("toolsetc", "call", "")).toEqual(["ok.1.--yes", "ok.1.-x", "ok.1.get_1", "ok.1.list-2"]);
    expect(complete("toolsetc", "validate", "--toolset", "")).toEqual(["ok.1", "ok.2"]);
    expect(complete("toolsetc", "call", "ok.1.a")).toEqual([]);
    expect(filesThatRan()).toEqual([]);
  });

  test.each(Object.keys(sessions))("for the shell %s runs nothing when Tab is pressed, and completes a call", (shell) => {
    if (!isInstalled(shell) || !isInstalled("python3"))
      return console.log(`${shell} or python3 is not installed: its completion was not tested in a terminal.`);
    const setup = sessions[shell];
    writeFileSync(join(repository, setup?.file ?? ""), setup?.text ?? "");
    const session = {
      argv: setup?.argv,
      cwd: repository,
      columns: 200,
      keys: [
        { after: "READY> ", press: "toolsetc call \t" },
        { after: "ok.1.", press: "g\t\r" },
        { after: "called <call ok.1.get_1>", press: "toolsetc validate --toolset ok.1\t\r" },
        { after: "called <validate --toolset ok.1>", press: "exit\r" },
      ],
    };
    const input = JSON.stringify(session);
    const { stdout } = spawnSync("python3", [join(import.meta.dirname, "terminal-session.py")], { input, encoding: "utf8" });
    const { output } = JSON.parse(stdout);
    expect(output).toContain("called <call ok.1.get_1>");
    expect(output).toContain("called <validate --toolset ok.1>");
    expect(filesThatRan()).toEqual([]);
  });
});

test("`completion` for an unknown shell is wrong usage", async () => {
  expect(await runCommand(["completion", "tcsh"], { cwd: folder })).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("bash, zsh, fish, powershell"),
  });
});

function isInstalled(program: string): boolean {
  return spawnSync(program, ["-c", program === "python3" ? "import pty, termios" : "true"]).status === 0;
}

/** The sorted words that a shell proposes in a folder. */
function completeIn(cwd: string, shell: string, words: readonly string[]): readonly string[] {
  const args = shell === "zsh" ? ["-f"] : shell === "fish" ? ["--no-config"] : ["--norc"];
  const env = { ...process.env, SCRIPT: join(folder, `completion.${shell}`) };
  const { status, stdout, stderr } = spawnSync(shell, [...args, "-c", shells[shell]?.(words) ?? ""], { cwd, env, encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .sort();
}

function quoted(word: string): string {
  return `'${word}'`;
}
