import type { Profile } from "../diagnostic/diagnostic.ts";
import type { Config } from "../project/config/config.ts";
import { configuredSeverities } from "../project/config/configured-severities.ts";
import type { RunnableRule } from "./rule.ts";

/**
 * Whether a rule runs. A recommended rule runs unless all severities that the configuration gives it are `off`. An optional rule runs if
 * the configuration gives it a severity. All other rules run if their profile is selected. A rule whose
 * severity is locked always runs.
 */
export function isEnabled({ set, code }: Pick<RunnableRule, "set" | "code">, profile: Profile | undefined, config: Config): boolean {
  if (config.locked.has(code)) return true;
  const severities = configuredSeverities(config, code);
  switch (set) {
    case "recommended":
      return severities.project !== "off" || severities.parts.some((severity) => severity !== "off");
    case "optional":
      return [severities.project, ...severities.parts].some((severity) => (severity ?? "off") !== "off");
    default:
      return set === profile;
  }
}

/** Whether the configuration asks for a comparison of all toolsets with each other. */
export function comparesToolsets(rules: readonly RunnableRule[], config: Config): boolean {
  return rules.some((rule) => rule.comparesToolsets === true && isEnabled({ ...rule, set: "optional" }, undefined, config));
}

/** The profile that a rule runs with; `undefined` if the rule does not depend on a profile. */
export function profileOf({ set }: Pick<RunnableRule, "set">): Profile | undefined {
  return set === "recommended" || set === "optional" ? undefined : set;
}
