import { isCredentialName } from "../../source/text/secrets/credential-names.ts";
import { isCredentialPlaceholder } from "../../source/text/secrets/credential-placeholder.ts";
import { rule } from "../rule.ts";

export const credentialsInUrl = rule<{ host: string; part: string }>({
  code: "credentials-in-url",
  severity: "error",
  set: "recommended",
  summary: "a URL with a password or a key",
  price: 0,
  message: ({ host, part }) => `The URL of the host "${host}" contains ${part}.`,
  help: "URLs are written into generated code, logs and error messages, and stay in the Git history. Replace the credential, remove it from the URL, and declare the new credential as authentication: `apiAuthentication` of the definition, or a security scheme of the document.",

  *address({ url, place }) {
    const part = url && credentialIn(url);
    if (url !== undefined && part !== undefined) yield { params: { host: url.host, part }, place, details: { isSecret: true } };
  },
});

/** Describes the credential in an address without its value; `undefined` if the address has no credential. */
function credentialIn({ username, password, searchParams }: URL): string | undefined {
  if (password !== "" && !isCredentialPlaceholder(decoded(password))) return "a password";
  if (password === "" && username !== "" && !isCredentialPlaceholder(decoded(username))) return "a user name";
  const named = [...searchParams].find(([name, value]) => value !== "" && isCredentialName(name) && !isCredentialPlaceholder(value));
  return named && `a credential, the value of the query parameter "${named[0]}"`;
}

/**
 * A component of a URL in which braces, angle brackets and dollar signs are decoded, so that placeholders such as `<token>` are recognized.
 */
function decoded(text: string): string {
  return text.replaceAll(/%7[bd]|%3[ce]|%24/gi, (found) => String.fromCharCode(Number.parseInt(found.slice(1), 16)));
}
