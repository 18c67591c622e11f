import { literalValues } from "../../environment/literal-values.ts";
import type { EnvironmentFile } from "../../project/project.ts";
import { originOfValue, type Path, valueAt } from "../../source/tree.ts";
import { rule } from "../rule.ts";
import { eachString } from "./each-string.ts";
import { stageOf } from "./stages.ts";

export const valueOfOtherEnvironment = rule<{ environment: string | undefined; other: string }>({
  code: "value-of-other-environment",
  severity: "warning",
  set: "recommended",
  summary: "a value that seems to belong to another environment",
  price: 0,
  message: ({ environment, other }) =>
    environment === undefined
      ? `This value applies to every environment, but seems to belong to the environment "${other}".`
      : `This value of the environment "${environment}" seems to belong to the environment "${other}".`,
  help: "The host, project or secret in this value is named after another deployment stage, or only another environment has it. Tests may then change production data, or production may depend on a test service. Correct the value. In a definition, write `$env_var` in its place, and give each environment a value of its own. A `clientId` cannot differ by environment: use a definition for each.",

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

  *definition(definition, { project }) {
    const environments = project.environments.filter(({ app }) => app === undefined || app === definition.app);
    if (environments.length < 2) return;
    for (const { value, origin } of literalValues(definition, project)) {
      const other = environmentOfStage(value, environments) ?? environmentWithValue(value, environments);
      if (other !== undefined) yield { params: { environment: undefined, other }, place: origin };
    }
  },
});

/** The name of the environment whose stage a value names, unless all environments are of this stage. */
function environmentOfStage(value: string, environments: readonly EnvironmentFile[]): string | undefined {
  const stage = stageOf(namingPart(value));
  if (stage === undefined || environments.every(({ name }) => stageOf(name) === stage)) return undefined;
  return environments.find(({ name }) => stageOf(name) === stage)?.name;
}

/** The name of the environment that has a value, if another environment has a different value in its place and nowhere this one. */
function environmentWithValue(value: string, environments: readonly EnvironmentFile[]): string | undefined {
  const found = environments.map(({ name, tree }) => ({ name, tree, paths: eachString(tree, [], (text) => text === value) }));
  const without = found.filter(({ paths }) => paths.length === 0);
  const isDifferent = ({ path }: { readonly path: Path }) => without.some(({ tree }) => typeof valueAt(tree, path) === "string");
  return found.find(({ paths }) => paths.some(isDifferent))?.name;
}

/**
 * The part of a value that may name a stage. For an address, this is the host without the top-level domain `dev` or `test` (RFC 2606), and
 * without the domains of products that are named like a stage; for any other text, it is the whole text.
 */
function namingPart(text: string): string {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(text)?.[1];
  return host === undefined ? text : host.replace(/(?:\.(?:dev|test)|(?:^|\.)(?:dev\.azure|live)\.com)(?::\d+)?$/, "");
}
