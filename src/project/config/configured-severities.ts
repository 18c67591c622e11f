import type { Severity } from "../../diagnostic/diagnostic.ts";
import type { Config } from "./config.ts";

/** The severities that a configuration has for one diagnostic code. */
export interface ConfiguredSeverities {
  /** The severity for the whole project; `undefined` if the configuration does not set it. */
  readonly project: Severity | "off" | undefined;
  /** The severities for single toolsets and for matching paths. */
  readonly parts: readonly (Severity | "off")[];
}

/** Finds all severities that a configuration has for a diagnostic code. */
export function configuredSeverities({ severities, overrides, pathSeverities }: Config, code: string): ConfiguredSeverities {
  const parts = [...[...overrides.values()].map((toolset) => toolset.severities), ...pathSeverities.map((entry) => entry.severities)];
  return { project: severities.get(code)?.value, parts: parts.flatMap((each) => each.get(code)?.value ?? []) };
}
