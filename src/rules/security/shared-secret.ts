import { originOfValue, type Place } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { eachString } from "./each-string.ts";

export const sharedSecret = rule<{ environment: string; other: string }>({
  code: "shared-secret",
  severity: "warning",
  set: "optional",
  summary: "two environments with the same secret",
  price: 0,
  message: ({ environment, other }) => `The environments "${other}" and "${environment}" use the same secret.`,
  help: "Anyone who can read the secret of a test environment can then act in production, and neither secret can be changed alone. Give each environment a secret of its own.",

  *project({ project: { environments } }) {
    const firsts = new Map<string, { readonly environment: string; readonly place: Place }>();
    for (const { name, app = "", tree } of environments) {
      for (const { value, path } of eachString(tree, [])) {
        if (!/^projects\/[^/]+\/secrets\//.test(value)) continue;
        const place = originOfValue(tree, path);
        const secret = [app, value.split("/").slice(0, 4).join("/")].join("\0");
        const first = firsts.get(secret);
        if (first === undefined) firsts.set(secret, { environment: name, place });
        else if (first.environment !== name) {
          const related = [{ message: "The other environment uses the secret here.", place: first.place }];
          yield { params: { environment: name, other: first.environment }, place, details: { related } };
        }
      }
    }
  },
});
