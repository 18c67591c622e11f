import { type MissingOption, missingOptions } from "../runtime/missing-option.ts";
import type { ToolError } from "../runtime/tool-error.ts";

/** The flags that provide what a call is missing. The messages of the library name options, which programs use instead. */
export function flagsFor(error: ToolError): string | undefined {
  switch (error.code) {
    case "missing-context-value":
    case "missing-credentials":
      return valuesFor(missingOptions(error));
    case "missing-environment":
    case "unknown-environment":
      return "Choose one with --env <name>.";
    case "missing-base-url":
      return "Set it with --base-url <url>.";
    default:
      return undefined;
  }
}

function valuesFor(options: readonly MissingOption[]): string | undefined {
  const flags = new Set(options.flatMap(environmentFlags));
  const given = flags.size === 0 ? [] : [`On the command line, environment variables provide them: ${[...flags].join(" ")}.`];
  const session = new Set(options.flatMap(({ option, name }) => (option === "session" ? [`--session ${name}=VALUE`] : [])));
  const plain = session.size === 0 ? [] : [`Values of \`session\` are written directly: ${[...session].join(" ")}.`];
  return [...given, ...plain].join(" ") || undefined;
}

const flagNames = { auth: "--auth", secrets: "--secret", variables: "--var" } as const;

function environmentFlags({ option, name }: MissingOption): string[] {
  // No flag provides an option as a whole.
  if (option === "session" || name === undefined) return [];
  const value = `${name}=env:NAME`;
  return [`${flagNames[option]} ${/^[\w.:/=-]+$/.test(value) ? value : `'${value}'`}`];
}
