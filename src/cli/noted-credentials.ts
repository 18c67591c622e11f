import type { Context } from "../runtime/context.ts";
import type { Credentials } from "./credentials.ts";

/** Credentials as a call takes them, and the flags of those that it did not ask for. */
export interface NotedCredentials {
  readonly context: Pick<Context, "variables" | "auth" | "secrets">;
  unused(): readonly string[];
}

/** A call passes over a credential that none of its schemes names, so whoever misspelt a name would only see that the service refuses it. */
export function notedCredentials({ variables, auth, secrets }: Credentials): NotedCredentials {
  const asked = new Set<string>();
  const note = (flag: string, value: string | undefined) => {
    asked.add(flag);
    return value;
  };
  const names = [...Object.keys(auth).map((name) => `--auth ${name}`), ...Object.keys(secrets).map((name) => `--secret ${name}`)];
  return {
    context: {
      variables,
      auth: Object.fromEntries(Object.entries(auth).map(([scheme, value]) => [scheme, () => note(`--auth ${scheme}`, value)])),
      secrets: (name) => note(`--secret ${name}`, Object.hasOwn(secrets, name) ? secrets[name] : undefined),
    },
    unused: () => names.filter((name) => !asked.has(name)),
  };
}
