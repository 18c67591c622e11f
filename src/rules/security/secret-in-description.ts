import { rule } from "../rule.ts";
import { stringsWithSecrets, useOfString } from "./project-strings.ts";

export const secretInDescription = rule<{ what: string }>({
  code: "secret-in-description",
  severity: "warning",
  set: "recommended",
  summary: "a description with what looks like a live credential",
  price: 0,
  message: ({ what }) => `This description contains what looks like ${what}.`,
  help: "A description goes to the provider of the model with each request, and everyone who can read this repository can use the credential. If it was ever valid, revoke it. Write a value that cannot be mistaken for a real one, such as `<token>`. A credential whose checksum is correct is the error `literal-secret`.",

  *project({ project }) {
    for (const { secret, place } of stringsWithSecrets(project)) {
      if (!secret.isCertain && useOfString(place) === "description")
        yield { params: { what: secret.what }, place, details: { isSecret: true } };
    }
  },
});
