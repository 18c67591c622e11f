import type { Command } from "commander";

/** The commands that the help, the reference and completion show. A command under a former name still works, but is hidden. */
export function shownCommands(program: Command): readonly Command[] {
  const visible = program.createHelp().visibleCommands(program);
  return program.commands.filter((command) => visible.includes(command));
}
