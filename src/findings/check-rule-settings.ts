import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Config } from "../project/config/config.ts";
import { checkLocks } from "../project/config/locks.ts";
import { checkSeverities } from "../project/config/read-config.ts";
import { checkAssertions } from "../rules/assertions/run-assertions.ts";
import { checkRuleFiles } from "../rules/files/run-file-rules.ts";
import { codesOf, diagnosticCodes } from "./diagnostic-codes.ts";

const builtInCodes: ReadonlySet<string> = new Set(diagnosticCodes.map(({ code }) => code));

/** The findings about what a configuration says of rules: severities, locks, assertions and files with rules. */
export function checkRuleSettings(config: Config): Diagnostic[] {
  return [
    ...checkSeverities(config, codesOf(config)),
    ...checkLocks(config),
    ...checkAssertions(config, builtInCodes),
    ...checkRuleFiles(config, builtInCodes),
  ];
}
