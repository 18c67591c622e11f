import { redactSecrets } from "../runtime/response/redact-secrets.ts";
import { Failure } from "./failure.ts";

/** Values of context variables by name. They are secrets: only requests may contain them. */
export type Variables = ReadonlyMap<string, string>;

/**
 * Reads flags of the form `name=env:NAME`. A flag names an environment variable instead of a value: all users of a machine can see the
 * arguments of a command, and shells save them.
 */
export function readVariables(flags: readonly string[], environment: Readonly<Record<string, string | undefined>>): Variables {
  return new Map(flags.map((flag) => readVariable(flag, environment)));
}

function readVariable(flag: string, environment: Readonly<Record<string, string | undefined>>): [string, string] {
  const [, name, source] = /^([A-Za-z_][A-Za-z0-9_]*)=env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(flag) ?? [];
  if (name === undefined || source === undefined) {
    // The message quotes only the name, since the rest of an invalid argument may be the secret itself.
    const shown = /^[A-Za-z_][A-Za-z0-9_]*(?==)/.exec(flag)?.[0];
    throw new Failure(
      `--var${shown === undefined ? "" : ` for "${shown}"`} does not refer to an environment variable.`,
      "Write --var name=env:NAME, and set the environment variable NAME to the value.",
    );
  }
  const value = Object.hasOwn(environment, source) ? environment[source] : undefined;
  if (value === undefined)
    throw new Failure(
      `--var ${flag}: the environment variable "${source}" is not set.`,
      "Set the environment variable, or omit --var: a header that refers to a variable without a value is not sent.",
    );
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new Failure(
      `--var ${flag}: the value contains a character that is not allowed in a header.`,
      "A line break at the end of the value is the usual cause.",
    );
  return [name, value];
}

/** Removes the values of the variables from a text. Used for messages that contain text from a server or a library. */
export function withoutSecrets(text: string, variables: Variables): string {
  return redactSecrets(text, variables.values());
}

/** Throws if the text of a response, which is to be saved, contains the value of a variable. */
export function rejectSecrets(text: string, variables: Variables): void {
  for (const [name, value] of variables) {
    if (value.length >= 4 && text.includes(JSON.stringify(value).slice(1, -1))) {
      throw new Failure(
        `The response of the server contains the value of the credential "${name}".`,
        "The response is not saved, since snapshots are committed to Git. Contact the operator of the server.",
      );
    }
  }
}
