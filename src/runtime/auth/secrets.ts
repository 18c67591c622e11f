import { ownMember } from "../json.ts";
import type { SecretSource } from "./credential.ts";

/**
 * Reads secrets from environment variables, such as `process.env`. The secrets `github-token` and
 * `projects/p/secrets/github-token/versions/3` are both read from `GITHUB_TOKEN`. `variables` maps names of secrets to other environment
 * variables.
 */
export function environmentSecrets(
  environment: { readonly [variable: string]: string | undefined },
  variables: { readonly [secret: string]: string } = {},
): SecretSource {
  return (name) => {
    const variable = Object.hasOwn(variables, name) ? variables[name] : variableFor(name);
    return variable !== undefined && Object.hasOwn(environment, variable) ? environment[variable] : undefined;
  };
}

/** Combines several sources of secrets. The value of a secret comes from the first source that has the secret. */
export function firstSecret(...sources: readonly SecretSource[]): SecretSource {
  return async (name) => {
    for (const source of sources) {
      const value = typeof source === "function" ? await source(name) : ownMember(source, name);
      if (value !== undefined && value !== "") return value;
    }
    return undefined;
  };
}

function variableFor(secret: string): string {
  const [, own = secret] = /\/secrets\/([^/]+)(?:\/|$)/.exec(secret) ?? [];
  return own.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
}
