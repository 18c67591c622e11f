import type { Mark } from "../../diagnostic/mark.ts";
import { printableJson } from "../../diagnostic/printable.ts";
import type { Finding, SuppressedFinding } from "../finding.ts";

/** The numbers of compiled toolsets, tools, operations and output files. */
export interface Summary {
  readonly toolsets: number;
  readonly tools: number;
  readonly operations: number;
  readonly files: number;
}

/** Formats findings as JSON, with additional members of the command in `data`. The format is versioned: versions 1.x only add members. */
export function formatJson(findings: readonly Finding[], summary: Summary, data: object = {}): string {
  const count = (severity: Finding["severity"]) => findings.filter((finding) => finding.severity === severity).length;
  const { toolsets, tools, operations, files } = summary;
  const report = {
    formatVersion: "1.0",
    summary: { errors: count("error"), warnings: count("warning"), notes: count("note"), toolsets, tools, operations, files },
    diagnostics: findings.map(toJson),
    ...data,
  };
  return `${printableJson(report)}\n`;
}

/** A suppressed finding as data for `formatJson`. */
export function suppressedJson(finding: SuppressedFinding): object {
  return { ...toJson(finding), suppression: finding.suppression };
}

function toJson({ code, severity, message, help, mark, pointer, toolsets, tool, related, fixes, fingerprint, places }: Finding) {
  return {
    code,
    severity,
    message,
    help,
    ...placeOf(mark),
    pointer,
    toolset: toolsets.length === 1 ? toolsets[0] : null,
    toolsets,
    tool: tool ?? null,
    related: related.map((note) => ({ message: note.message, ...placeOf(note.mark) })),
    fixes: fixes.map(({ title, mark, text }) => ({ title, edits: [{ ...placeOf(mark), text }] })),
    fingerprint,
    places,
  };
}

function placeOf({ file, start, end }: Mark) {
  return { file, range: { start, end } };
}
