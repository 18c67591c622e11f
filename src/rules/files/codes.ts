import type { Code } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";

export const rulesNotRun: Code<{ names: readonly string[] }> = {
  code: "rules-not-run",
  severity: "note",
  message: ({ names }) =>
    `${names.length === 1 ? "The rule" : "The rules"} ${nameList(names)} did not run, since the code of a project runs only if that is allowed.`,
  help: "Read the files under `ruleFiles`, then pass --allow-code or set the environment variable TOOLSETC_ALLOW_CODE=1. Not for pull requests of people whom you do not trust: their code could do whatever you can.",
};

export const invalidRuleFile: Code<{ path: string; problem: string }> = {
  code: "invalid-rule-file",
  severity: "error",
  message: ({ path, problem }) => `"${path}" is not a rule: ${problem}.`,
  help: 'The rule did not run. A file of `ruleFiles` has a rule as its default export: { version: 1, summary: "…", help: "…", tool({ tool }) { … } }.',
};

export const ruleFileCodes: readonly Code<never>[] = [rulesNotRun, invalidRuleFile];
