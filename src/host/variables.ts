import { redactSecrets } from "../runtime/response/redact-secrets.ts";
import { Failure } from "./failure.ts";

/** Values of context variables by name. They are secrets: they go into requests and nowhere else. */
export type Variables = ReadonlyMap<string, string>;

/** Reads `name=env:NAME`. A value itself is never taken as an argument, since arguments are seen by all users of a machine and kept by shells. */
export function readVariables(flags: readonly string[], environment: Readonly<Record<string, string | undefined>>): Variables {
  return new Map(flags.map((flag) => readVariable(flag, environment)));
}

function readVariable(flag: string, environment: Readonly<Record<string, string | undefined>>): [string, string] {
  const [, name, source] = /^([A-Za-z_][A-Za-z0-9_]*)=env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(flag) ?? [];
  if (name === undefined || source === undefined) {
    // What was given instead may be the secret.
    const shown = /^[A-Za-z_][A-Za-z0-9_]*(?==)/.exec(flag)?.[0];
    throw new Failure(
      `--var${shown === undefined ? "" : ` for "${shown}"`} does not name an environment variable.`,
      "Write --var name=env:NAME, and put the value into the environment variable NAME.",
    );
  }
  const value = Object.hasOwn(environment, source) ? environment[source] : undefined;
  if (value === undefined)
    throw new Failure(
      `--var ${flag}: the environment variable "${source}" is not set.`,
      "Set it, or leave the flag out: a header whose variable has no value is not sent.",
    );
  if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
    throw new Failure(`--var ${flag}: the value has a character that no header can have.`, "A line break at its end is the usual cause.");
  return [name, value];
}

/** A text without the values of variables, for messages that hold what a server or a library said. */
export function withoutSecrets(text: string, variables: Variables): string {
  return redactSecrets(text, variables.values());
}

/** Refuses to keep what a server says if it says a secret again. */
export function rejectSecrets(text: string, variables: Variables): void {
  for (const [name, value] of variables) {
    if (value.length >= 4 && text.includes(JSON.stringify(value).slice(1, -1))) {
      throw new Failure(
        `The server's answer has the value of "${name}" in it.`,
        "It is not saved: snapshots are kept in git. Ask who runs the server.",
      );
    }
  }
}
