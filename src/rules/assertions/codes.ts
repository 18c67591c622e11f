import type { Code } from "../../diagnostic/diagnostic.ts";
import type { ProjectAssertion } from "../../project/config/config.ts";

export const takenName: Code<{ name: string }> = {
  code: "taken-name",
  severity: "error",
  message: ({ name }) => `"${name}" is already the code of other findings.`,
  help: "The name of an assertion, or of a file with a rule, is the code of its findings: comments, `rules` and baselines refer to them by this code. Rename it, such as with the name of your team at its start.",
};

export const unmatchedAssertion: Code<{ name: string; each: ProjectAssertion["each"]; hasConditions: boolean }> = {
  code: "unmatched-assertion",
  severity: "warning",
  scope: "project",
  message: ({ name, each, hasConditions }) =>
    `The assertion "${name}" checks nothing: there is no ${each}${hasConditions ? " with all that `where` says" : ""}.`,
  help: "An assertion that checks nothing cannot fail, so a misspelt name under `where` would be noticed by nobody. Correct `where`, or remove the assertion.",
};

export const assertionCodes: readonly Code<never>[] = [takenName, unmatchedAssertion];
