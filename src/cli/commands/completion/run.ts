import type { Command } from "commander";
import { exitCodes } from "../../exit-codes.ts";
import { print } from "../../report/print.ts";
import { bashScript } from "./bash.ts";
import { completedCommands } from "./completed-commands.ts";
import { fishScript } from "./fish.ts";
import { powershellScript } from "./powershell.ts";
import { zshScript } from "./zsh.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

/** Prints the completion script of a shell. The script contains all commands and flags, so completing a word does not run toolsetc. */
export async function runCompletion(shell: keyof typeof scripts, program: Command): Promise<number> {
  print(scripts[shell](completedCommands(program)));
  return exitCodes.clean;
}
