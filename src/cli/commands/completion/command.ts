import { basename } from "node:path";
import { Argument, Command } from "commander";
import { setExitCode, terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

const shells = ["bash", "zsh", "fish", "powershell"];

export const completionCommand = () =>
  new Command("completion")
    .addArgument(new Argument("[shell]", "by default the shell in $SHELL").choices(shells))
    .summary("print a completion script for a shell")
    .description("print a script that completes commands, flags and names of compiled tools in a shell")
    .action(async (shell, _options, command) => setExitCode((await import("./run.ts")).runCompletion(shell ?? ownShell(), command.parent)));

/** The shell of the user. */
function ownShell(): string {
  const name = basename(terminal().env.SHELL ?? "");
  if (shells.includes(name)) return name;
  throw new UsageError(`Name the shell: ${shells.join(", ")}.`);
}
