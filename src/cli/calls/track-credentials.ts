import type { Context } from "../../runtime/context.ts";
import type { Manifest } from "../../runtime/manifest.ts";
import type { GivenCredentials } from "./credentials.ts";
import { withLogins } from "./logins.ts";

/** The credentials for a call, and a function that returns the flags whose values the call did not use. */
export interface TrackedCredentials {
  readonly context: Pick<Context, "variables" | "auth" | "secrets">;
  unused(): readonly string[];
}

/** Records which credentials a call uses. The name of an unused credential may be misspelt, which the command reports. */
export function trackCredentials(
  { variables, auth, secrets }: GivenCredentials,
  securitySchemes: Manifest["securitySchemes"] = {},
): TrackedCredentials {
  const used = new Set<string>();
  const use = (flag: string, value: string | undefined) => {
    used.add(flag);
    return value;
  };
  const names = [...Object.keys(auth).map((name) => `--auth ${name}`), ...Object.keys(secrets).map((name) => `--secret ${name}`)];
  return {
    context: {
      variables,
      auth: withLogins(
        Object.fromEntries(Object.entries(auth).map(([scheme, value]) => [scheme, () => use(`--auth ${scheme}`, value)])),
        securitySchemes,
      ),
      secrets: (name) => use(`--secret ${name}`, Object.hasOwn(secrets, name) ? secrets[name] : undefined),
    },
    unused: () => names.filter((name) => !used.has(name)),
  };
}
