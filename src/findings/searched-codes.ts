import { exchangeCodes } from "../environment/exchange-codes.ts";
import type { Selection } from "../environment/selection.ts";
import type { LoadSettings } from "../project/load.ts";
import { importCodes } from "../rules/ces/import-response.ts";
import { rules } from "../rules/index.ts";
import { isEnabled } from "../rules/is-enabled.ts";
import type { PreparedTarget } from "../targets/emit.ts";
import { targets as allTargets } from "../targets/index.ts";
import type { Analysis } from "./analysis.ts";
import { suppressionCodes } from "./codes.ts";
import { codesOf } from "./diagnostic-codes.ts";

type RunSettings = Selection & Pick<LoadSettings, "profile"> & { readonly runsRules: boolean; readonly importRule: unknown };

/**
 * The diagnostic codes that a run has checked in the whole project, so that the absence of a finding means that there is no problem. Empty
 * if the run compiled only some toolsets or one environment or without rules, or if a toolset or an operation did not compile, because later
 * stages did not check it. `targets` were emitted; without `importRule`, the rules in files did not run.
 */
export function searchedCodes(
  { project, summary, refused }: Pick<Analysis, "project" | "summary" | "refused">,
  targets: readonly PreparedTarget[],
  { environment, set, profile, runsRules, importRule }: RunSettings,
): ReadonlySet<string> {
  const isPart = project.isPart || environment !== undefined || set.size > 0;
  const isIncomplete = refused.length > 0 || summary.toolsets.some(({ account }) => account.failed > 0);
  if (isPart || isIncomplete || !runsRules) return new Set();
  // A code that several targets report is searched only if all of them were emitted.
  const emitted = new Set(targets.map(({ target }) => target.name));
  const others = allTargets.filter(({ name }) => !emitted.has(name)).flatMap(({ codes }) => codes);
  const disabled = rules.filter((rule) => !isEnabled(rule, profile, project.config));
  const ofFiles = importRule === undefined ? project.config.ruleFiles : [];
  const unsearched = new Set(
    [...exchangeCodes, ...importCodes, ...suppressionCodes, ...others, ...disabled, ...ofFiles].map(({ code }) => code),
  );
  return new Set(codesOf(project.config).flatMap(({ code }) => (unsearched.has(code) ? [] : [code])));
}
