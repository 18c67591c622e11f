import { compareSeverities } from "../diagnostic/severities.ts";
import { brokenOutputSchema } from "../lower/schemas/codes.ts";
import type { Finding } from "./finding.ts";

/**
 * Makes notes of the findings that say what follows from another finding at the same place, such as the outputs that are unknown because of
 * a reference without a target. A finding of a higher severity stays.
 */
export function joinConsequences<Some extends Finding>(findings: readonly Some[]): Some[] {
  const isConsequence = ({ code }: Finding) => code === brokenOutputSchema.code;
  if (!findings.some(isConsequence)) return [...findings];
  const causes = new Map<string, Some>();
  for (const finding of findings) if (!isConsequence(finding) && !causes.has(placeOf(finding))) causes.set(placeOf(finding), finding);
  const notes = new Map<Some, Finding["related"]>();
  const left = findings.filter((finding) => {
    const cause = isConsequence(finding) ? causes.get(placeOf(finding)) : undefined;
    if (cause === undefined || compareSeverities(finding.severity, cause.severity) > 0) return true;
    const { message, mark, related } = finding;
    notes.set(cause, [...(notes.get(cause) ?? []), { message, mark }, ...related]);
    return false;
  });
  return left.map((finding) => ({ ...finding, related: [...finding.related, ...(notes.get(finding) ?? [])] }));
}

function placeOf({ mark: { file }, pointer }: Finding): string {
  return `${file} ${pointer}`;
}
