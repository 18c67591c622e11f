import type { Severity } from "../diagnostic/diagnostic.ts";
import type { Config } from "./config.ts";

/** The severities that a configuration gives to one code. */
export interface ConfiguredSeverities {
  /** Under `rules`. */
  readonly project: Severity | "off" | undefined;
  /** For toolsets and paths. */
  readonly parts: readonly (Severity | "off")[];
}

export function configuredSeverities({ severities, overrides, pathSeverities }: Config, code: string): ConfiguredSeverities {
  const parts = [...[...overrides.values()].map((toolset) => toolset.severities), ...pathSeverities.map((entry) => entry.severities)];
  return { project: severities.get(code)?.value, parts: parts.flatMap((each) => each.get(code)?.value ?? []) };
}
