import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { readVariables } from "../../host/variables.ts";
import { statsOfInput } from "../project/find-path.ts";
import { absolutePath, terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

/** The flags for values that a model must not see, as commander returns them: each is `<name>=env:<NAME>`. */
export interface CredentialFlags {
  readonly var?: readonly string[];
  readonly secret?: readonly string[];
  readonly auth?: readonly string[];
  /** The path of a file with environment variables. Those of the process have priority, as for `node --env-file`. */
  readonly envFile?: string;
}

/** The credentials that the flags provide. They are secrets: they are sent in requests and never printed or saved. */
export interface GivenCredentials {
  /** Values of context variables, by name. */
  readonly variables: { readonly [name: string]: string };
  /** Values of secrets, by the name in the definition. */
  readonly secrets: { readonly [name: string]: string };
  /** Credentials of security schemes, by name. */
  readonly auth: { readonly [scheme: string]: string };
}

/**
 * Reads the credential flags. A flag names an environment variable and never contains the value itself: all users of a machine can see the
 * arguments of a command, and shells save them.
 */
export function readCredentials(
  flags: CredentialFlags,
  own: Readonly<Record<string, string | undefined>> = terminal().env,
): GivenCredentials {
  const environment = flags.envFile === undefined ? own : { ...readEnvFile(flags.envFile), ...own };
  return {
    variables: Object.fromEntries(readVariables(flags.var ?? [], environment)),
    secrets: readAll("--secret", flags.secret ?? [], environment),
    auth: readAll("--auth", flags.auth ?? [], environment),
  };
}

function readEnvFile(path: string): Readonly<Record<string, string | undefined>> {
  if (!statsOfInput(path, "file").isFile()) throw new UsageError(`--env-file takes a file of lines NAME=value, but "${path}" is a folder.`);
  return parseEnv(readFileSync(absolutePath(path), "utf8"));
}

/** The values of all credentials. Where a request is printed, they are hidden. */
export function secretValues({ variables, secrets, auth }: GivenCredentials): readonly string[] {
  return [variables, secrets, auth].flatMap((each) => Object.values(each));
}

function readAll(
  flag: string,
  given: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { readonly [name: string]: string } {
  return Object.fromEntries(given.map((text) => readOne(flag, text, environment)));
}

/** Reads one flag. The name in it may contain any character, since the names of secrets are paths. */
function readOne(flag: string, text: string, environment: Readonly<Record<string, string | undefined>>): [string, string] {
  const [, name, variable] = /^(.+)=env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(text) ?? [];
  // The message does not quote an invalid value, which may be the secret itself.
  if (name === undefined || variable === undefined)
    throw new UsageError(
      `${flag} takes <name>=env:<NAME>, where NAME is the environment variable that contains the value. The value itself must not be given on the command line.`,
    );
  return [name, valueOf(`${flag} for "${name}"`, variable, environment)];
}

/** The value of a flag such as `env:NAME`, from the environment variable that it names. */
export function readSecret(flag: string, text: string): string {
  const [, variable] = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(text) ?? [];
  if (variable === undefined)
    throw new UsageError(
      `${flag} takes env:<NAME>, where NAME is the environment variable that contains the value. The value itself must not be given on the command line.`,
    );
  return valueOf(flag, variable, terminal().env);
}

function valueOf(flag: string, variable: string, environment: Readonly<Record<string, string | undefined>>): string {
  const value = Object.hasOwn(environment, variable) ? environment[variable] : undefined;
  if (value !== undefined && value !== "") return value;
  throw new UsageError(`${flag}: the environment variable "${variable}" has no value. Set the environment variable, or name another one.`);
}
