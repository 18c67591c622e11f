import { Argument, Command } from "commander";
import { setExitCode } from "../../terminal.ts";

export const completionCommand = () =>
  new Command("completion")
    .addArgument(new Argument("<shell>").choices(["bash", "zsh", "fish", "powershell"]))
    .summary("print a completion script for a shell")
    .description("print a script that completes commands, flags and names of compiled tools in a shell")
    .action(async (shell, _options, command) => setExitCode((await import("./run.ts")).runCompletion(shell, command.parent)));
