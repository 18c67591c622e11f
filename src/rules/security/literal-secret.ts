import { isCredentialName } from "../../source/text/secrets/credential-names.ts";
import { isCredentialPlaceholder } from "../../source/text/secrets/credential-placeholder.ts";
import { bitsPerCharacter, secretIn } from "../../source/text/secrets/secret-shapes.ts";
import { rule } from "../rule.ts";
import { authoredStrings, stringsWithSecrets, useOfString } from "./project-strings.ts";

export const literalSecret = rule<{ what: string }>({
  code: "literal-secret",
  severity: "error",
  set: "recommended",
  summary: "a credential in a file of the project",
  price: 0,
  message: ({ what }) => `The project contains ${what}.`,
  help: "Everyone who can read this repository can use the credential, even after its removal, because the Git history contains it. Revoke the credential at the service that issued it, and refer to a new credential by name: a version of a secret in Secret Manager, `$context.variables.<name>`, or a variable of the environment.",

  *project({ project }) {
    const details = { isSecret: true };
    for (const { secret, place } of stringsWithSecrets(project)) {
      // Examples often have the form of a credential. Only a checksum shows that a value in an example is a real credential.
      if (secret.isCertain || useOfString(place) === "value") yield { params: { what: secret.what }, place, details };
    }
    for (const { value, name, place } of authoredStrings(project, isCredential)) {
      if (useOfString(place) !== "value" || secretIn(value) !== undefined) continue;
      yield { params: { what: `a value for "${name}" that looks like a credential` }, place, details };
    }
  },
});

function isCredential(value: string, name: string): boolean {
  return isCredentialName(name) && looksRandom(value);
}

/** Whether a text is one word whose letters and digits are more varied than in a name. */
function looksRandom(text: string): boolean {
  if (!/^(?:Bearer |Basic )?[A-Za-z0-9+/=_.~-]{16,512}$/.test(text) || isCredentialPlaceholder(text)) return false;
  const isName = /^[a-z]+(?:[-_./][a-z]+)*[-_./]?\d{0,4}$/i.test(text);
  return /\d/.test(text) && /[A-Za-z]/.test(text) && !isName && bitsPerCharacter(text) >= 3.5;
}
