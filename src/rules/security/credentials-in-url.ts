import { rule } from "../rule.ts";
import { addressesOf } from "./addresses.ts";
import { isCredentialName } from "./credential-names.ts";
import { isPlaceholderText } from "./placeholder-texts.ts";

export const credentialsInUrl = rule<{ host: string; part: string }>({
  code: "credentials-in-url",
  severity: "error",
  set: "recommended",
  message: ({ host, part }) => `The address of "${host}" contains ${part}.`,
  help: "Addresses are written into generated code, logs and error messages, and the repository keeps them forever. Change the credential, take it out of the address, and declare it as authentication: `apiAuthentication` of the definition, or a security scheme of the document.",

  *definition(definition, context) {
    for (const { url, place } of addressesOf(definition, context)) {
      const part = url && credentialIn(url);
      if (url !== undefined && part !== undefined) yield { params: { host: url.host, part }, place, details: { isSecret: true } };
    }
  },
});

/** What an address has of a credential, without its value. */
function credentialIn({ username, password, searchParams }: URL): string | undefined {
  if (password !== "" && !isPlaceholderText(decoded(password))) return "a password";
  if (password === "" && username !== "" && !isPlaceholderText(decoded(username))) return "a user name";
  const named = [...searchParams].find(([name, value]) => value !== "" && isCredentialName(name) && !isPlaceholderText(value));
  return named && `a value for "${named[0]}"`;
}

function decoded(text: string): string {
  return text.replaceAll(/%7[bd]|%3[ce]|%24/gi, (found) => String.fromCharCode(Number.parseInt(found.slice(1), 16)));
}
