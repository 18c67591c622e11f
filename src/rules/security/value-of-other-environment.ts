import { originOfValue } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { eachText } from "./each-text.ts";
import { stageOf } from "./stages.ts";

export const valueOfOtherEnvironment = rule<{ environment: string; other: string }>({
  code: "value-of-other-environment",
  severity: "warning",
  set: "recommended",
  message: ({ environment, other }) => `This value of the environment "${environment}" names "${other}".`,
  help: "Its host, project or secret is named after another stage, so that tests may change what is in production, or production may depend on a test. Correct the value.",

  *project({ project: { environments } }) {
    const known = new Map(environments.map(({ name }) => [stageOf(name), name]));
    for (const { name, tree } of environments) {
      const own = stageOf(name);
      if (own === undefined) continue;
      for (const { text, path } of eachText(tree, [])) {
        const stage = stageOf(nameIn(text));
        const other = stage === own || stage === undefined ? undefined : known.get(stage);
        if (other !== undefined) yield { params: { environment: name, other }, place: originOfValue(tree, path) };
      }
    }
  },
});

/** What names a stage in a value: of an address its host, without the top-level domains `dev` and `test` (RFC 2606); else the whole. */
function nameIn(text: string): string {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1];
  return host === undefined ? text : host.replace(/\.(?:dev|test)(?::\d+)?$/, "");
}
