/** What a service requires in its response to a request with too few credentials, or with wrong ones (RFC 9110 §11.6.1). */
export interface Challenge {
  /** The scheme of authentication, such as `Bearer`. */
  readonly scheme: string;
  /** The code of RFC 6750 §3.1: `invalid_token`, `insufficient_scope` or `invalid_request`. */
  readonly error: string | undefined;
  /** The scopes that the request requires. */
  readonly scopes: readonly string[];
  /** The address of the service's metadata (RFC 9728 §5.1). */
  readonly resourceMetadata: string | undefined;
}

/** The maximum characters of a header that are read. */
const maxLength = 4096;

/** A scheme, or a parameter with its value: a quoted string or a token. */
const items = /([!#$%&'*+.^`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"=]+)))?/g;

/** The challenge in the value of `WWW-Authenticate`: the first for bearer tokens, or else the first. */
export function parseChallenge(header: string): Challenge | undefined {
  const challenges: { readonly scheme: string; readonly parameters: Map<string, string> }[] = [];
  for (const [, name = "", quoted, token] of header.slice(0, maxLength).matchAll(items)) {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? token;
    if (value === undefined) challenges.push({ scheme: name, parameters: new Map() });
    else challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
  }
  const found = challenges.find(({ scheme }) => scheme.toLowerCase() === "bearer") ?? challenges[0];
  return (
    found && {
      scheme: found.scheme,
      error: found.parameters.get("error"),
      scopes:
        found.parameters
          .get("scope")
          ?.split(" ")
          .filter((scope) => scope !== "") ?? [],
      resourceMetadata: found.parameters.get("resource_metadata"),
    }
  );
}
