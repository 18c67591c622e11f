import { isCredentialName } from "../source/text/secrets/credential-names.ts";
import { mayHaveSecret } from "../source/text/secrets/secret-shapes.ts";

/**
 * Whether an argument of a program or a part of a URL may be a secret, judged by its form, the name in it and the flag before it. A secret
 * that is not recognized would be written to a file, so the function also returns `true` for some strings that are not secrets.
 */
export function seemsSecret(text: string, flagBefore: string): boolean {
  if (/^(?:\$\{[^}]*\}|\$\w+|)$/.test(text)) return false;
  const isFlag = flagBefore.startsWith("-");
  if (isFlag && /^[A-Z][A-Z0-9_]*$/.test(text)) return false; // The text is the name of a variable, as in `docker run -e TOKEN`.
  const [, ownName = "", value = text] = /^-{0,2}([\w-]{1,60})[=:]\s*(.+)$/s.exec(text) ?? [];
  return (
    isSecretName(ownName) ||
    (isFlag && isSecretName(flagBefore)) ||
    mayHaveSecret(value) ||
    authorization.test(value) ||
    passwordInAddress.test(text) ||
    isRandom(value)
  );
}

function isSecretName(name: string): boolean {
  return isCredentialName(name) || /(?:^|[_-])(?:pat|pwd|auth)$/i.test(name);
}

/** The value of an Authorization header, or a JSON Web Token. */
const authorization = /^(?:Bearer|Basic) \S|\beyJ[\w-]{14}/;

/** A user and a password in a URL, such as the URL of a database. */
const passwordInAddress = /:\/\/[^/\s:@]{0,200}:[^/\s@]{1,500}@/;

/** Whether a string looks like a key: many letters and digits without structure, perhaps after the prefix of a service. */
function isRandom(text: string): boolean {
  if (!/\d/.test(text) || !/[a-z]/i.test(text)) return false;
  return /(?:^|[-_])(?=[a-z]*\d)[a-z0-9]{20,}$/i.test(text) || (/^[\w+/=-]{28,}$/.test(text) && !/[/-][a-z]{3,}[/-]/i.test(text));
}
