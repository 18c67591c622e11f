import { fileOf } from "../../diagnostic/mark.ts";
import { thousands } from "../../diagnostic/name-list.ts";
import { printable } from "../../diagnostic/printable.ts";
import type { Finding } from "../finding.ts";
import { errorsFirst, severityCounts } from "../severity-order.ts";
import { readableNotes } from "./readable-notes.ts";

const commands = { error: "error", warning: "warning", note: "notice" } as const;

/** GitHub shows at most 10 annotations of each level in a step. One notice is reserved for the number of findings that are not shown. */
const maxOf = { error: 10, warning: 10, note: 9 } as const;

/**
 * Formats findings as workflow commands, which GitHub Actions shows as annotations. The last command has the number of findings beyond the
 * limits.
 */
export function formatGithub(findings: readonly Finding[]): string {
  const shown = errorsFirst(findings).filter(isWithinLimit());
  const others = findings.filter((finding) => !shown.includes(finding));
  const lines = shown.map(commandOf);
  if (others.length > 0) lines.push(`::notice title=toolsetc::${escapeData(moreText(others))}`);
  return lines.map((line) => `${line}\n`).join("");
}

function isWithinLimit(): (finding: Finding) => boolean {
  const counts = { error: 0, warning: 0, note: 0 };
  return ({ severity }) => {
    counts[severity] += 1;
    return counts[severity] <= maxOf[severity];
  };
}

function commandOf(finding: Finding): string {
  const { code, severity, message, help, mark } = finding;
  const file = fileOf(mark);
  const { start, end } = mark;
  // GitHub accepts columns only for a range within one line.
  const columns = start.line === end.line ? { col: start.column, endColumn: end.column } : {};
  const place = file === undefined ? {} : { file, line: start.line, endLine: end.line, ...columns };
  const properties = Object.entries({ ...place, title: code }).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const notes = readableNotes(finding).map(
    (note) => `note: ${printable(note.message)} ${printable(note.mark.file)}:${note.mark.start.line}`,
  );
  const text = [printable(message), ...notes, `help: ${printable(help)}`].join("\n");
  return `::${commands[severity]} ${properties.join(",")}::${escapeData(text)}`;
}

function moreText(others: readonly Finding[]): string {
  const files = new Map<string, number>();
  for (const { mark } of others) files.set(mark.file, (files.get(mark.file) ?? 0) + 1);
  const most = [...files].sort(([, a], [, b]) => b - a);
  const named = most.slice(0, maxFiles).map(([file, count]) => `${printable(file)} (${thousands(count)})`);
  const rest = most.length - named.length;
  const places = [...named, ...(rest > 0 ? [`${thousands(rest)} more files`] : [])].join(", ");
  return `${severityCounts(others)} more than GitHub shows, in ${places}. \`toolsetc validate\` lists all.`;
}

const maxFiles = 5;

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(printable(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
