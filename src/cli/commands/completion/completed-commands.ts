import type { Command } from "commander";

/** A command, as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly CompletedFlag[];
  /** What its first argument is: one of these words, the name of a tool, or a path. */
  readonly argument: readonly string[] | "tool" | "path";
}

export interface CompletedFlag {
  /** With two dashes. */
  readonly long: string;
  /** One letter without a dash; empty if there is none. */
  readonly short: string;
  readonly description: string;
  /** The values that it takes: none, one of these words, the name of a toolset, or any. */
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

/** Where `compile` writes the tools of a project by default, each in a file with its name. */
export const compiledTools = "generated/toolsets";

/** A text in single quotes, in a shell in which a quote itself is written as `quote`. */
export function singleQuoted(text: string, quote: string): string {
  return `'${text.replaceAll("'", quote)}'`;
}
