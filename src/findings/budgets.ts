import { type Diagnostic, diagnostic } from "../diagnostic/diagnostic.ts";
import { exceededBudget } from "../project/codes.ts";
import type { Config } from "../project/config/config.ts";
import { compareText } from "../source/text/compare.ts";
import { type Finding, findingsByDiagnostic, inOrder } from "./finding.ts";
import { severityIn } from "./severities.ts";
import type { ToolsetOwners } from "./toolset-owners.ts";

interface Budgeted {
  readonly findings: readonly Finding[];
  readonly ungrouped: readonly Finding[];
}

/**
 * Adds an error for each toolset with more warnings than its budget in the configuration. What a comment or the baseline hides is not
 * counted, so the findings are those that are shown.
 */
export function withExceededBudgets<All extends Budgeted>(all: All, config: Config, owners: Pick<ToolsetOwners, "all">): All {
  const exceeded = [...config.budgets].flatMap(([name, { value: most, origin }]): Diagnostic[] => {
    const warnings = warningsOf(name, all, owners);
    if (warnings.length <= most || origin === undefined) return [];
    const params = { toolset: name, warnings: warnings.length, most, codes: countedCodes(warnings) };
    return [diagnostic(exceededBudget, params, origin, { toolset: name })];
  });
  // Without the path of the configuration, since this is no wrong usage: it is the toolset that has to change.
  const added = [...findingsByDiagnostic(exceeded, severityIn(config)).values()];
  if (added.length === 0) return all;
  return { ...all, findings: inOrder([...all.findings, ...added]), ungrouped: inOrder([...all.ungrouped, ...added]) };
}

/** The warnings about a toolset, or a tool of its own, that an entry of the configuration names by any of its names. */
function warningsOf(name: string, { findings }: Budgeted, { all }: Pick<ToolsetOwners, "all">): Finding[] {
  const names = new Set(all.filter((owner) => owner.names.includes(name)).flatMap((owner) => owner.names));
  const isOwn = ({ toolsets, tool }: Finding) =>
    toolsets.length > 0 ? toolsets.some((each) => names.has(each)) : tool !== undefined && names.has(tool);
  return findings.filter((finding) => finding.severity === "warning" && isOwn(finding));
}

/** The codes with the number of their findings, the most frequent first. */
function countedCodes(warnings: readonly Finding[]): string[] {
  const counts = new Map<string, number>();
  for (const { code } of warnings) counts.set(code, (counts.get(code) ?? 0) + 1);
  const sorted = [...counts].sort(([a, some], [b, others]) => others - some || compareText(a, b));
  return sorted.map(([code, count]) => `${count} \`${code}\``);
}
