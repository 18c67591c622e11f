import { rule } from "../rule.ts";
import { stringsWithSecrets, useOfString } from "./project-strings.ts";

export const secretInExample = rule<{ what: string }>({
  code: "secret-in-example",
  severity: "warning",
  set: "optional",
  summary: "an example in the form of a credential",
  price: 0,
  message: ({ what }) => `This example has the form of ${what}.`,
  help: "Most such values are invented, but some are real credentials that were copied from a terminal. If this value was ever valid, revoke it. Write a value that cannot be mistaken for a real one, such as `<token>`.",

  *project({ project }) {
    for (const { secret, place } of stringsWithSecrets(project)) {
      if (!secret.isCertain && useOfString(place) === "example")
        yield { params: { what: secret.what }, place, details: { isSecret: true } };
    }
  },
});
