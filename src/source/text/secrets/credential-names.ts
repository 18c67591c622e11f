/** The words at the end of the names of fields and parameters whose values are credentials. */
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
/** Matches names that end in `token` and do not name credentials, such as page cursors, token counts and CSRF tokens. */
const otherTokens =
  /\b(?:page|next|previous|continuation|cursor|sync|csrf|xsrf|max|min|total|stop|start|end|device|push|idempotency) token$/;

/** Whether the value of a field or a parameter of this name is a credential. */
export function isCredentialName(name: string): boolean {
  const words = name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, "$1 ")
    .replaceAll(/[^A-Za-z0-9]+/g, " ")
    .toLowerCase()
    .trim();
  return credentialEnds.some((end) => words === end || words.endsWith(` ${end}`)) && !otherTokens.test(words);
}
