import { rule } from "../rule.ts";
import { isIllustration, textsWithSecrets } from "./project-texts.ts";

export const secretInExample = rule<{ what: string }>({
  code: "secret-in-example",
  severity: "warning",
  set: "optional",
  message: ({ what }) => `This example has the form of ${what}.`,
  help: "Most of these are made up, and some were copied from a terminal. If it was ever valid, revoke it. Write one that nobody takes for real, such as `<token>`.",

  *project({ project }) {
    for (const { secret, place } of textsWithSecrets(project)) {
      if (!secret.isCertain && isIllustration(place)) yield { params: { what: secret.what }, place, details: { isSecret: true } };
    }
  },
});
