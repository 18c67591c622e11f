import { isInternal } from "../../diagnostic/internal-error.ts";
import type { Finding } from "../../findings/finding.ts";
import { type AllFindings, allFindingsOf } from "../../findings/findings-of.ts";
import { ruleCodes } from "../../rules/index.ts";
import type { Tree } from "../../source/tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { terminal } from "../terminal.ts";
import { today } from "../today.ts";

type Found = Parameters<typeof allFindingsOf>[0];

/**
 * The findings of a project, and separately those that a comment or the baseline suppresses. Their paths and their order are those of the
 * project; `formatReport` converts the paths.
 */
export function projectFindings(found: Found, baseline?: Tree): AllFindings {
  const all = allFindingsOf(found, { today: today(), baseline });
  // Every command gets its findings here, also one whose exit code does not depend on them.
  if (all.findings.some(isInternal)) terminal().exitCode = exitCodes.bug;
  return all;
}

/** The findings of a project that are not suppressed. */
export function shownFindings(found: Found): Finding[] {
  return projectFindings(found).findings;
}

/**
 * The errors that prevent tools from compiling. Errors of rules and assertions are omitted: they do not prevent tools from compiling, and `validate`
 * reports them.
 */
export function compileErrors(found: Found): Finding[] {
  const ofRules = new Set([...ruleCodes, ...found.project.config.assertions.map(({ name }) => name)]);
  return shownFindings(found).filter(({ severity, code }) => severity === "error" && !ofRules.has(code));
}
