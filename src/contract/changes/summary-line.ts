import { type Change, gradeCounts, type SemverStep, semverStep } from "./change.ts";

/** The maximum number of toolsets that the summary lists. */
const mostSteps = 20;

/** The changes of the contracts of a project since a base. */
export interface ComparedChanges {
  /** The name of the former version of the project, such as a Git revision. */
  readonly base: string;
  readonly changes: readonly Change[];
}

/** The summary of a report in one line: the numbers of toolsets and changes, and how to increase the versions of the first toolsets. */
export function summaryLine({ base, changes }: ComparedChanges): string {
  if (changes.length === 0) return `No tool has changed since ${base}.`;
  const toolsets = [...new Set(changes.map(({ toolset }) => toolset))];
  const steps = toolsets.map((toolset): [string, SemverStep] => [
    toolset,
    semverStep(changes.filter((change) => change.toolset === toolset)),
  ]);
  const more = steps.length > mostSteps ? ` and ${steps.length - mostSteps} more` : "";
  const next = `${steps
    .slice(0, mostSteps)
    .map(([toolset, step]) => `${toolset} ${step}`)
    .join(", ")}${more}`;
  return `${toolsets.length === 1 ? "1 toolset has" : `${toolsets.length} toolsets have`} changed since ${base}: ${gradeCounts(changes)}. Next versions: ${next}.`;
}
