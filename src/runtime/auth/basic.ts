import { base64Of } from "../response/base64.ts";
import { unsentError } from "../tool-error.ts";
import type { BasicCredential } from "./credential.ts";
import type { CalledService, CredentialKind, FoundCredential } from "./found-credential.ts";
import type { Scheme } from "./scheme.ts";
import { tokenKind } from "./token-kind.ts";

/** HTTP Basic authentication. */
export const basicKind: CredentialKind = {
  expected: "`{ username, password }`, or a function that returns it",
  given: (given, scheme, at) => {
    if (typeof given !== "string") return "username" in given ? basicText(given, scheme, at) : tokenKind.given(given, scheme, at);
    const [username = "", password = ""] = given.split(/:(.*)/s);
    return basicText({ username, password }, scheme, at);
  },
  resolved: ([username = "", password = ""], scheme, at) => basicText({ username, password }, scheme, at),
};

/** Encodes a user name and a password. A user name must not contain a colon, which ends it (RFC 7617 §2). */
function basicText({ username, password }: BasicCredential, scheme: Scheme, { call }: CalledService): FoundCredential {
  if (username.includes(":")) {
    throw unsentError(
      "authorization-failed",
      `The user name for \`auth.${scheme.name}\` contains a colon, which HTTP Basic authentication does not allow.`,
      call.tool,
      { scheme: scheme.name },
    );
  }
  const pair = `${username}:${password}`;
  return { scheme, text: base64Of(new TextEncoder().encode(pair)), secrets: [pair, password] };
}
