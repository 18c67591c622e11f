import type { Compilation } from "../../compile.ts";
import { isInternal } from "../../diagnostic/internal-error.ts";
import { ownCodesOf } from "../../findings/diagnostic-codes.ts";
import type { Finding } from "../../findings/finding.ts";
import { type Diagnosed, type Findings, findingsOf } from "../../findings/findings-of.ts";
import { exceededBudget } from "../../project/codes.ts";
import { ruleCodes } from "../../rules/index.ts";
import { exitCodes } from "../exit-codes.ts";
import { terminal } from "../terminal.ts";
import { today } from "../today.ts";

/**
 * Takes the findings of a compilation to show them. Every command takes its findings here, also one whose exit code does not depend on
 * them. Their paths are those of the project; `formatReport` converts the paths.
 */
export function seenFindings<Seen extends Pick<Findings, "findings">>(found: Seen): Seen {
  if (found.findings.some(isInternal)) terminal().exitCode = exitCodes.bug;
  return found;
}

/** The findings of diagnostics that are not suppressed. */
export function shownFindings(found: Diagnosed): readonly Finding[] {
  return seenFindings(findingsOf(found, today())).findings;
}

/** The errors that prevent tools from compiling. */
export function compileErrors(compilation: Compilation): Finding[] {
  return errorsOfCompiling(seenFindings(compilation).findings, compilation);
}

/** Selects the errors that prevent tools from compiling. Those of rules, assertions and budgets do not, and `validate` reports them. */
export function errorsOfCompiling<Some extends Pick<Finding, "severity" | "code">>(
  findings: readonly Some[],
  { project: { config } }: Pick<Diagnosed, "project">,
): Some[] {
  const ofRules = new Set([...ruleCodes, ...[exceededBudget, ...ownCodesOf(config)].map(({ code }) => code)]);
  return findings.filter(({ severity, code }) => severity === "error" && !ofRules.has(code));
}
