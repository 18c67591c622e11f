import { originOfValue } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { eachString } from "./each-string.ts";
import { stageOf } from "./stages.ts";

export const valueOfOtherEnvironment = rule<{ environment: string; other: string }>({
  code: "value-of-other-environment",
  severity: "warning",
  set: "recommended",
  message: ({ environment, other }) => `This value of the environment "${environment}" seems to belong to the environment "${other}".`,
  help: "The host, project or secret in this value is named after another deployment stage. Tests may then change production data, or production may depend on a test service. Correct the value.",

  *project({ project: { environments } }) {
    const known = new Map(environments.map(({ name }) => [stageOf(name), name]));
    for (const { name, tree } of environments) {
      const own = stageOf(name);
      if (own === undefined) continue;
      for (const { value, path } of eachString(tree, [])) {
        const stage = stageOf(namingPart(value));
        const other = stage === own || stage === undefined ? undefined : known.get(stage);
        if (other !== undefined) yield { params: { environment: name, other }, place: originOfValue(tree, path) };
      }
    }
  },
});

/**
 * The part of a value that may name a stage. For an address, this is the host without the top-level domain `dev` or `test` (RFC 2606); for
 * any other text, it is the whole text.
 */
function namingPart(text: string): string {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1];
  return host === undefined ? text : host.replace(/\.(?:dev|test)(?::\d+)?$/, "");
}
