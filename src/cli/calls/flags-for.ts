import { type MissingOption, missingOptions } from "../../runtime/missing-option.ts";
import type { ToolError } from "../../runtime/tool-error.ts";
import { shellWord } from "../../source/text/shell-word.ts";

/**
 * Text that names the flags for the values that a call misses. The message of the error names options instead, which only programs can set.
 */
export function flagsFor(error: ToolError): string | undefined {
  switch (error.code) {
    case "missing-context-value":
    case "missing-credentials":
      return valuesFor(missingOptions(error));
    case "missing-environment":
    case "unknown-environment":
      return "Choose an environment with --env <name>.";
    case "missing-base-url":
      return "Set the base URL with --base-url <url>.";
    default:
      return undefined;
  }
}

function valuesFor(options: readonly MissingOption[]): string | undefined {
  const flags = new Set(options.flatMap(environmentFlags));
  // Which of several are needed together, and which instead of others, is in the message.
  const what =
    flags.size === 1 ? "this flag names an environment variable with the value" : "flags name environment variables with the values";
  const given = flags.size === 0 ? [] : [`On the command line, ${what}: ${[...flags].join(", ")}.`];
  const session = new Set(options.flatMap(({ option, name }) => (option === "session" ? [`--session ${shellWord(`${name}=VALUE`)}`] : [])));
  const plain = session.size === 0 ? [] : [`Give the values of the CES session directly: ${[...session].join(" ")}.`];
  return [...given, ...plain].join(" ") || undefined;
}

const flagNames = { auth: "--auth", secrets: "--secret", variables: "--var" } as const;

function environmentFlags({ option, name }: MissingOption): string[] {
  // A flag provides one value by its name, so no flag can provide an option that is missing as a whole. `valuesFor` proposes flags for
  // `session`.
  if (option === "session" || name === undefined) return [];
  return [`${flagNames[option]} ${shellWord(`${name}=env:NAME`)}`];
}
