import { rule } from "../rule.ts";
import { isCredentialName } from "./credential-names.ts";
import { isPlaceholderText } from "./placeholder-texts.ts";
import { authoredTexts, isIllustration, textsWithSecrets } from "./project-texts.ts";
import { bitsPerCharacter, secretIn } from "./secret-shapes.ts";

export const literalSecret = rule<{ what: string }>({
  code: "literal-secret",
  severity: "error",
  set: "recommended",
  message: ({ what }) => `This contains ${what}.`,
  help: "Everyone who can read this repository can use it, also after it is removed, since git keeps it. Revoke it where it was issued, and refer to the new one by name: a version of a secret in Secret Manager, `$context.variables.<name>`, or a variable of the environment.",

  *project({ project }) {
    const details = { isSecret: true };
    for (const { secret, place } of textsWithSecrets(project)) {
      // Documents show what credentials look like; without a checksum these cannot be told from real ones.
      if (secret.isCertain || !isIllustration(place)) yield { params: { what: secret.what }, place, details };
    }
    for (const { text, name, place } of authoredTexts(project, isCredential)) {
      if (isIllustration(place) || secretIn(text) !== undefined) continue;
      yield { params: { what: `a value for "${name}" that looks like a credential` }, place, details };
    }
  },
});

function isCredential(text: string, name: string): boolean {
  return isCredentialName(name) && looksRandom(text);
}

/** A word of letters and digits that has more variety than a name. */
function looksRandom(text: string): boolean {
  if (!/^(?:Bearer |Basic )?[A-Za-z0-9+/=_.~-]{16,512}$/.test(text) || isPlaceholderText(text)) return false;
  const isName = /^[a-z]+(?:[-_./][a-z]+)*[-_./]?\d{0,4}$/i.test(text);
  return /\d/.test(text) && /[A-Za-z]/.test(text) && !isName && bitsPerCharacter(text) >= 3.5;
}
