import type { Command } from "commander";
import { shownCommands } from "../../shown-commands.ts";

/** A command and the words that a shell completes after it. */
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
  /** What follows the flag: no value, one of these words, the name of a toolset, or any text. */
  readonly value: "none" | readonly string[] | "toolset" | "any";
}

/** The commands of a program, in the order of the help. */
export function completedCommands(program: Command): readonly CompletedCommand[] {
  return shownCommands(program).map((command) => {
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

/**
 * The default folder of compiled toolsets. To complete the names of toolsets, the scripts list this folder. The names of tools are in the
 * manifests, each on a line of its own.
 */
export const compiledTools = "generated/toolsets";

/**
 * The characters of the names that the scripts propose, for a character class of any shell. A folder of a repository may have any name,
 * such as `$(rm -r x)`, and shells differ in whether they quote what they insert. So a name with other characters is not proposed, nor one
 * that begins like a flag: no compiled toolset or tool has such a name.
 */
export const nameCharacters = "A-Za-z0-9_.-";

/** A command that prints the names of the tools in a manifest. `file` is the path of the manifest as the shell writes it. */
export function printToolNames(file: string): string {
  return `sed -n 's/.*"localName": *"\\([${nameCharacters}]*\\)".*/\\1/p' ${file}`;
}

/** Puts a text in single quotes. `quote` is the way in which the shell writes a single quote inside single quotes. */
export function singleQuoted(text: string, quote: string): string {
  return `'${text.replaceAll("'", quote)}'`;
}
