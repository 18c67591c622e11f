import { checkDefinitions, type Definitions } from "../definition/check-definitions.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { type CheckRequested, type Host, type LoadOptions, load } from "./load.ts";
import type { Project } from "./project.ts";

/** A project whose files were read and whose definitions were checked. */
export interface Loaded {
  readonly project: Project;
  readonly definitions: Definitions;
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the settings do not fit the project, for example because they name an unknown toolset. The diagnostics report only that. */
  readonly isRefused: boolean;
}

interface LoadSettings extends LoadOptions {
  readonly today: string | undefined;
  /** Called before each of the two stages, with the number of definitions if it is known. */
  readonly onStage: (stage: { readonly name: "read" | "check"; readonly count: number | undefined }) => void;
}

/** Reads a project and checks its definitions. The diagnostics have the default severities of their codes. */
export async function loadDefinitions(host: Host, settings: LoadSettings, check: CheckRequested): Promise<Loaded> {
  settings.onStage({ name: "read", count: undefined });
  const { value: project, diagnostics, isRefused } = await load(host, settings, check);
  if (isRefused) return { project, definitions: { accepted: [], others: [], rejected: [] }, diagnostics, isRefused };
  settings.onStage({ name: "check", count: project.resources.length });
  const definitions = checkDefinitions(project.resources, settings);
  return { project, definitions: definitions.value, diagnostics: [...diagnostics, ...definitions.diagnostics], isRefused };
}
