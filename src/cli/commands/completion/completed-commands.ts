import type { Command } from "commander";

/** The words that a shell completes for a command. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly CompletedFlag[];
  /** The first argument of the command: one of these words, the name of a tool, or a path. */
  readonly argument: readonly string[] | "tool" | "path";
}

export interface CompletedFlag {
  /** The long name, with two dashes. */
  readonly long: string;
  /** The short name: one letter without a dash; empty if there is none. */
  readonly short: string;
  readonly description: string;
  /** The values of the flag: none, one of these words, the name of a toolset, or any. */
  readonly value: "none" | readonly string[] | "toolset" | "any";
}

/** The commands of a program, in the order of the help. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return program.commands.map((command) => {
    const [argument] = command.registeredArguments;
    return {
      name: command.name(),
      description: command.description(),
      flags: command.options.flatMap(({ long, short, description, required, optional, argChoices }) =>
        typeof long !== "string"
          ? []
          : {
              long,
              short: short?.slice(1) ?? "",
              description,
              value: required || optional ? (argChoices ?? (long === "--toolset" ? "toolset" : "any")) : "none",
            },
      ),
      argument: argument?.argChoices ?? (argument?.name() === "tool" ? "tool" : "path"),
    };
  });
}

/** The default folder of compiled toolsets. The scripts complete the names of toolsets and tools with the names of its files. */
export const compiledTools = "generated/toolsets";

/** Puts a text in single quotes. `quote` is how the shell writes a single quote within them. */
export function singleQuoted(text: string, quote: string): string {
  return `'${text.replaceAll("'", quote)}'`;
}
