import type { ToolErrorCode } from "../runtime/tool-error.ts";

/** The flags that provide what a call is missing. The messages of the library name options, which programs use instead. */
export function flagsFor(code: ToolErrorCode, message: string): string | undefined {
  switch (code) {
    case "missing-context-value":
    case "missing-credentials":
      return valuesFor(message);
    case "missing-environment":
    case "unknown-environment":
      return "Choose one with --env <name>.";
    case "missing-base-url":
      return "Set it with --base-url <url>.";
    default:
      return undefined;
  }
}

function valuesFor(message: string): string | undefined {
  const flags = [...message.matchAll(/`(variables|auth)\.([^`]+)`|the secret "([^"]+)" from `secrets`/g)].map(
    ([, place, name = "", secret]) => flag(place === "variables" ? "--var" : place === "auth" ? "--auth" : "--secret", secret ?? name),
  );
  const given = flags.length === 0 ? [] : [`On the command line, environment variables provide them: ${[...new Set(flags)].join(" ")}.`];
  const session = [...message.matchAll(/`session\.([^`]+)`/g)].map(([, name = ""]) => `--session ${name}=VALUE`);
  const plain = session.length === 0 ? [] : [`Values of \`session\` are written directly: ${[...new Set(session)].join(" ")}.`];
  return [...given, ...plain].join(" ") || undefined;
}

function flag(name: string, value: string): string {
  const text = `${value}=env:NAME`;
  return `${name} ${/^[\w.:/=-]+$/.test(text) ? text : `'${text}'`}`;
}
