import type { Severity } from "../diagnostic/diagnostic.ts";
import type { Config } from "./config.ts";

/** The configured severities of one code. */
export interface ConfiguredSeverities {
  /** The severity for the whole project. */
  readonly project: Severity | "off" | undefined;
  /** The severities for single toolsets and paths. */
  readonly parts: readonly (Severity | "off")[];
}

/** Finds all severities that a configuration has for a code. */
export function configuredSeverities({ severities, overrides, pathSeverities }: Config, code: string): ConfiguredSeverities {
  const parts = [...[...overrides.values()].map((toolset) => toolset.severities), ...pathSeverities.map((entry) => entry.severities)];
  return { project: severities.get(code)?.value, parts: parts.flatMap((each) => each.get(code)?.value ?? []) };
}
