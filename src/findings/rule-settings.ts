import type { Code, Profile, Severity } from "../diagnostic/diagnostic.ts";
import { compareSeverities } from "../diagnostic/severities.ts";
import type { Config } from "../project/config/config.ts";
import { rules } from "../rules/index.ts";
import { isEnabled, profileOf } from "../rules/is-enabled.ts";
import { compareText } from "../source/text/compare.ts";
import { type Origin, originOfValue, valueAt } from "../source/tree.ts";
import { codesOf } from "./diagnostic-codes.ts";

/** The severity of a diagnostic code in a project, and the reason for this severity. */
export interface RuleSetting {
  readonly code: string;
  readonly severity: Severity | "off";
  /**
   * What determines the severity. `default`: the code. `effect`: the code, but an error in an OpenAPI document becomes a warning if it
   * prevents no tool. `profile`: the chosen profile. `configuration`: an entry of `rules`, or what an assertion states itself. `disabled`: the rule does not run, because it
   * needs the profile in `profile` or an entry of `rules`.
   */
  readonly reason: "default" | "effect" | "profile" | "configuration" | "disabled";
  /** The profile that sets the severity, or that the rule requires; `undefined` if the severity depends on no profile. */
  readonly profile: Profile | undefined;
  /** The entry of the configuration that sets the severity; `undefined` if none does. */
  readonly origin: Origin | undefined;
}

/** The severities of all codes, sorted by code. */
export function ruleSettings(config: Config, profile: Profile | undefined): RuleSetting[] {
  return codesOf(config)
    .map((code) => settingOf(code, config, profile))
    .sort((a, b) => compareText(a.code, b.code));
}

function settingOf({ code, severity, errorIn }: Code<never>, config: Config, profile: Profile | undefined): RuleSetting {
  const setting = { code, severity, profile: undefined, origin: undefined };
  const rule = rules.find((each) => each.code === code);
  const ruleProfile = rule && profileOf(rule);
  if (rule !== undefined && !isEnabled(rule, profile, config) && config.severities.get(code)?.value !== "off")
    return { ...setting, severity: "off", reason: "disabled", profile: ruleProfile };
  const configured = config.severities.get(code);
  const lock = config.locked.get(code);
  if (lock !== undefined && compareSeverities(configured?.value ?? severity, lock.severity) <= 0)
    return { ...setting, severity: lock.severity, reason: "configuration", origin: lock.origin };
  if (configured !== undefined) return { ...setting, severity: configured.value, reason: "configuration", origin: configured.origin };
  if (ruleProfile !== undefined) return { ...setting, reason: "profile", profile };
  const stated = statedSeverity(code, config);
  if (stated !== undefined) return { ...setting, reason: "configuration", origin: stated };
  if (errorIn !== undefined && errorIn === profile) return { ...setting, severity: "error", reason: "profile", profile };
  return { ...setting, reason: errorIn !== undefined && severity === "error" ? "effect" : "default" };
}

/** The origin of the severity that an assertion states itself; `undefined` for an assertion without one, and for any other code. */
function statedSeverity(code: string, { assertions }: Config): Origin | undefined {
  const assertion = assertions.find(({ name }) => name === code);
  if (assertion === undefined) return undefined;
  const { tree, path } = assertion.origin;
  const severity = [...path.slice(0, -1), "severity"];
  return valueAt(tree, severity) === undefined ? undefined : originOfValue(tree, severity);
}
