import type { Severity } from "../../diagnostic/diagnostic.ts";
import { printable, printableJson } from "../../diagnostic/printable.ts";
import type { Finding } from "../finding.ts";

const severities: { readonly [severity in Severity]: string } = { error: "major", warning: "minor", note: "info" };

/** Formats findings as a Code Quality report of GitLab: an array of issues in the format of Code Climate. */
export function formatGitlab(findings: readonly Finding[]): string {
  return `${printableJson(findings.map(issueOf))}\n`;
}

function issueOf({ code, severity, message, mark, fingerprint }: Finding) {
  return {
    // GitLab shows only the description.
    description: printable(`${code}: ${message}`),
    check_name: code,
    fingerprint,
    severity: severities[severity],
    location: { path: mark.file, lines: { begin: mark.start.line, end: mark.end.line } },
  };
}
