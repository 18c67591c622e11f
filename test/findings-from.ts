import { distinctFindings, type Finding, findingsByDiagnostic } from "../src/findings/finding.ts";

/** The findings of diagnostics without a project: distinct and in order, as a report lists them. */
export function findingsFrom(...given: Parameters<typeof findingsByDiagnostic>): Finding[] {
  return distinctFindings(findingsByDiagnostic(...given).values());
}
