/**
 * Whether an argument of a program or a part of an address may be a secret, judged by its form and by the flag before it. It may
 * be wrong in both directions: what it finds is not written to a file, and the user is told.
 */
export function seemsSecret(text: string, nameBefore: string): boolean {
  if (/^(?:\$\{[^}]*\}|\$\w+|)$/.test(text)) return false;
  const [, ownName = "", value = text] = /^-{0,2}([\w-]{1,60})[=:]\s*(.+)$/s.exec(text) ?? [];
  if (nameBefore.startsWith("-") && /^[A-Z][A-Z0-9_]*$/.test(text)) return false; // The name of a variable, as in `docker run -e TOKEN`.
  return (
    secretName.test(ownName) ||
    (nameBefore.startsWith("-") && secretName.test(nameBefore)) ||
    secretForm.test(value) ||
    passwordInAddress.test(text) ||
    isRandom(value)
  );
}

const secretName = /(?:^|[_-])(?:api-?_?key|apikey|access-?_?key|secret|token|password|passwd|pwd|pat|auth|authorization|credentials?)$/i;

/** Prefixes that services give to their keys, a JSON Web Token, and a password in an address. */
const secretForm =
  /(?:^|[^A-Za-z0-9])(?:sk-|sk_|pk_|rk_|ghp_|gho_|ghu_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA|AIza|hf_|npm_|eyJ[\w-]{8})[\w-]{6}|^(?:Bearer|Basic) \S/;

/** In an address, such as that of a database. */
const passwordInAddress = /:\/\/[^/\s:@]{0,200}:[^/\s@]{1,500}@/;

/** A long text without any structure: letters and digits mixed, as in a key. The digest of a container image is none. */
function isRandom(text: string): boolean {
  return /^[\w+/=-]{28,}$/.test(text) && /\d/.test(text) && /[a-z]/i.test(text) && !/[/-][a-z]{3,}[/-]/i.test(text);
}
