import type { Context } from "../runtime/context.ts";
import type { GivenCredentials } from "./credentials.ts";

/** Credentials as a call takes them, and the flags of those that it did not ask for. */
export interface TrackedCredentials {
  readonly context: Pick<Context, "variables" | "auth" | "secrets">;
  unused(): readonly string[];
}

/** A call passes over a credential that none of its schemes names, so whoever misspelt a name would only see that the service refuses it. */
export function trackCredentials({ variables, auth, secrets }: GivenCredentials): TrackedCredentials {
  const used = new Set<string>();
  const use = (flag: string, value: string | undefined) => {
    used.add(flag);
    return value;
  };
  const names = [...Object.keys(auth).map((name) => `--auth ${name}`), ...Object.keys(secrets).map((name) => `--secret ${name}`)];
  return {
    context: {
      variables,
      auth: Object.fromEntries(Object.entries(auth).map(([scheme, value]) => [scheme, () => use(`--auth ${scheme}`, value)])),
      secrets: (name) => use(`--secret ${name}`, Object.hasOwn(secrets, name) ? secrets[name] : undefined),
    },
    unused: () => names.filter((name) => !used.has(name)),
  };
}
