import { createProgram } from "../../src/cli/program.ts";
import { packageJson } from "./blocks.ts";

/** Checks each command of a script: one of npm, or one of ours with flags that it has. Throws if there is any other. */
export function checkCommands(text: string): void {
  for (const line of text.trimEnd().split("\n"))
    for (const command of line.replace(/(^| +)#.*/, "").split("&&")) if (command.trim() !== "") checkCommand(wordsOf(command));
}

/** A command of npm, or of ours with flags that it has. */
export function checkCommand(words: readonly string[]): void {
  const [name, ...args] = words.filter((word) => !/^[A-Z_]+=/.test(word));
  if (name === "mkdir") return;
  if (name === "npm") {
    const [verb = "", script = ""] = args;
    const isScript = verb === "start" || verb === "test" || (verb === "run" && Object.hasOwn(packageJson().scripts, script));
    if (isScript || ["ci", "install", "init", "pkg"].includes(verb)) return;
    throw new Error(`"${words.join(" ")}" is no command of this package.`);
  }
  const own = name === "toolsetc" ? args : name === "npx" && args[0] === "toolsetc" ? args.slice(1) : undefined;
  if (own === undefined) throw new Error(`"${words.join(" ")}" is no command that can be checked.`);
  parseOnly(own);
}

/** Parses the arguments as the command line does, and runs nothing. */
function parseOnly(args: readonly string[]): void {
  const program = createProgram();
  for (const command of program.commands) command.action(() => {});
  const silent = { writeOut: () => {}, writeErr: () => {} };
  for (const command of [program, ...program.commands]) command.configureOutput(silent);
  program.parse(args, { from: "user" });
}

/** The words of a simple command: quotes are taken off, redirections are left out. */
export function wordsOf(command: string): string[] {
  const words = command.matchAll(/(?:"(?:\$\([^)]*\)|[^"])*"|'[^']*'|[^\s"'])+/g);
  const all = Array.from(words, ([word]) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"));
  const redirection = all.findIndex((word) => word === "<" || word === ">");
  return redirection === -1 ? all : all.slice(0, redirection);
}
