/** The last words of names whose values are credentials. */
const credentialEnds = [
  "password",
  "passwd",
  "passphrase",
  "secret",
  "client secret",
  "api key",
  "apikey",
  "access key",
  "secret key",
  "private key",
  "access token",
  "auth token",
  "api token",
  "bearer token",
  "refresh token",
  "token",
  "credential",
  "credentials",
  "authorization",
];
/** Words before `token` that make it something else: a page of a list, a unit of text, a guard of a form. */
const otherTokens =
  /\b(?:page|next|previous|continuation|cursor|sync|csrf|xsrf|max|min|total|stop|start|end|device|push|idempotency) token$/;

/** Whether a field or a parameter of this name holds a credential. */
export function isCredentialName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, "$1 ")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .toLowerCase()
    .trim();
  return credentialEnds.some((end) => words === end || words.endsWith(` ${end}`)) && !otherTokens.test(words);
}
