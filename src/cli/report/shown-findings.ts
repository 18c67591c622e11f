import type { Compilation } from "../../compile.ts";
import { isInternal } from "../../diagnostic/internal-error.ts";
import { withExceededBudgets } from "../../findings/budgets.ts";
import { ownCodesOf } from "../../findings/diagnostic-codes.ts";
import type { Finding } from "../../findings/finding.ts";
import { type AllFindings, allFindingsOf, type Diagnosed } from "../../findings/findings-of.ts";
import { exceededBudget } from "../../project/codes.ts";
import { ruleCodes } from "../../rules/index.ts";
import type { Tree } from "../../source/tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { terminal } from "../terminal.ts";
import { today } from "../today.ts";
import { type BaselineRun, openBaseline } from "./baseline.ts";

/**
 * The findings of a project, and separately those that a comment or the baseline suppresses. Their paths and their order are those of the
 * project; `formatReport` converts the paths.
 */
export function projectFindings(found: Diagnosed, baseline?: Tree): AllFindings {
  const all = allFindingsOf(found, { today: today(), baseline });
  // Every command gets its findings here, also one whose exit code does not depend on them.
  if (all.findings.some(isInternal)) terminal().exitCode = exitCodes.bug;
  return all;
}

/** The findings of a command with the flag `--baseline`: without those that the baseline lists, and with the budgets that they exceed. */
export function checkedFindings(compilation: Compilation, run: BaselineRun): AllFindings {
  const all = projectFindings(compilation, openBaseline(compilation, run));
  return withExceededBudgets(all, compilation.project.config, compilation.shown.owners);
}

/** The findings of a project that are not suppressed. */
export function shownFindings(found: Diagnosed): Finding[] {
  return projectFindings(found).findings;
}

/**
 * The errors that prevent tools from compiling. Errors of rules, assertions and budgets are omitted: they do not prevent tools from
 * compiling, and `validate` reports them.
 */
export function compileErrors(found: Diagnosed): Finding[] {
  return errorsOfCompiling(shownFindings(found), found);
}

/** Selects the errors that prevent tools from compiling. */
export function errorsOfCompiling<Some extends Pick<Finding, "severity" | "code">>(
  findings: readonly Some[],
  { project: { config } }: Pick<Diagnosed, "project">,
): Some[] {
  const ofRules = new Set([...ruleCodes, ...[exceededBudget, ...ownCodesOf(config)].map(({ code }) => code)]);
  return findings.filter(({ severity, code }) => severity === "error" && !ofRules.has(code));
}
