import type { CredentialKind } from "./found-credential.ts";

/** The credentials that are one string, such as a key or a token. */
export const tokenKind: CredentialKind = {
  expected: "a string, or a function that returns one",
  given: (given, scheme) => {
    if (typeof given === "string") return { scheme, text: given };
    return "renew" in given ? { scheme, ...given } : undefined;
  },
  resolved: ([text], scheme) => ({ scheme, text }),
};
