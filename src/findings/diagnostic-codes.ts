import { changesCodes } from "../contract/changes/codes.ts";
import { outdatedLock } from "../contract/lock/codes.ts";
import { definitionCodes } from "../definition/codes.ts";
import type { Code } from "../diagnostic/diagnostic.ts";
import { formatVersionCodes } from "../diagnostic/format-version.ts";
import { internalError } from "../diagnostic/internal-error.ts";
import { problemCodes } from "../diagnostic/problems.ts";
import { structureCodes } from "../diagnostic/structure.ts";
import { snapshotCodes } from "../document/codes.ts";
import { openApiCodes } from "../document/openapi/codes.ts";
import { overlayCodes } from "../document/overlay/codes.ts";
import { environmentCodes } from "../environment/codes.ts";
import { lowerCodes } from "../lower/codes.ts";
import { projectCodes } from "../project/codes.ts";
import type { Config } from "../project/config/config.ts";
import { assertionCodes } from "../rules/assertions/codes.ts";
import { codeOfAssertion } from "../rules/assertions/run-assertions.ts";
import { importCodes } from "../rules/ces/import-response.ts";
import { ruleFileCodes } from "../rules/files/codes.ts";
import { codeOfRuleFile } from "../rules/files/run-file-rules.ts";
import { rules } from "../rules/index.ts";
import { schemaCodes } from "../schema/codes.ts";
import { emitCodes } from "../targets/codes.ts";
import { targets } from "../targets/index.ts";
import { suppressionCodes } from "./codes.ts";

/** The codes of all stages, rules and commands. `explain` and the documentation list them. */
export const diagnosticCodes: readonly Code<never>[] = [
  ...problemCodes,
  internalError,
  ...formatVersionCodes,
  ...projectCodes,
  ...structureCodes,
  ...definitionCodes,
  ...openApiCodes,
  ...overlayCodes,
  ...snapshotCodes,
  ...environmentCodes,
  ...schemaCodes,
  ...lowerCodes,
  ...suppressionCodes,
  ...rules,
  ...importCodes,
  ...assertionCodes,
  ...ruleFileCodes,
  ...emitCodes,
  ...new Set(targets.flatMap(({ codes }) => codes)),
  ...changesCodes,
  outdatedLock,
];

/** The codes that findings of a project may have: also those of its assertions and of its rules in files. */
export function codesOf(config: Pick<Config, "assertions" | "ruleFiles">): readonly Code<never>[] {
  const own = ownCodesOf(config);
  return own.length === 0 ? diagnosticCodes : [...diagnosticCodes, ...own];
}

/** The codes that the configuration defines. */
export function ownCodesOf({ assertions, ruleFiles }: Pick<Config, "assertions" | "ruleFiles">): readonly Code<never>[] {
  return [...assertions.map(codeOfAssertion), ...ruleFiles.map(codeOfRuleFile)];
}
