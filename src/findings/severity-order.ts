import type { Severity } from "../diagnostic/diagnostic.ts";
import type { Finding } from "./finding.ts";

const severities: readonly Severity[] = ["error", "warning", "note"];

/** Sorts findings by severity, errors first. Findings of one severity keep their order. */
export function errorsFirst(findings: readonly Finding[]): Finding[] {
  return severities.flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** Sorts findings by severity, errors last, where a terminal shows them without scrolling. Findings of one severity keep their order. */
export function errorsLast(findings: readonly Finding[]): Finding[] {
  return severities.toReversed().flatMap((severity) => findings.filter((finding) => finding.severity === severity));
}

/** The number of findings of each severity, such as `2 errors, 1 warning`; empty if there are no findings. */
export function severityCounts(findings: readonly Finding[]): string {
  const counts = severities.map((severity) => [severity, findings.filter((finding) => finding.severity === severity).length] as const);
  return counts.flatMap(([severity, count]) => (count === 0 ? [] : [`${count} ${severity}${count === 1 ? "" : "s"}`])).join(", ");
}
