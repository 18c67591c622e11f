import { printable } from "./printable.ts";
import type { Finding } from "./report.ts";
import { errorsFirst, severityCounts } from "./severity-order.ts";

/** The most bytes of the table. A comment on GitHub has at most 65,536 characters, and what is around the table needs some. */
const mostBytes = 59_800;

/** Formats findings as a table in GitHub Flavored Markdown, for a comment or a job summary. What does not fit is counted. `notes` follow. */
export function formatMarkdown(findings: readonly Finding[], notes: readonly string[] = []): string {
  return notes.length === 0 ? tableOf(findings) : `${tableOf(findings)}\n${notes.map((note) => `- ${messageCell(note)}\n`).join("")}`;
}

function tableOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return "**toolsetc:** no findings\n";
  const head = `**toolsetc:** ${severityCounts(findings)}\n\n| | place | code | finding |\n|---|---|---|---|\n`;
  const sorted = errorsFirst(findings);
  let text = head;
  let count = 0;
  for (const finding of sorted) {
    const row = rowOf(finding);
    if (byteLength(text) + byteLength(row) > mostBytes) break;
    text += row;
    count += 1;
  }
  const others = sorted.slice(count);
  return others.length === 0 ? text : `${text}\n${severityCounts(others)} more. \`toolsetc validate\` lists all.\n`;
}

function rowOf({ code, severity, message, mark }: Finding): string {
  const place = `${mark.file}:${mark.start.line}:${mark.start.column}`;
  return `| ${severity === "error" ? "**error**" : severity} | ${codeTag(place)} | ${codeTag(code)} | ${messageCell(message)} |\n`;
}

/**
 * A sentence with its names in `code` tags. In them, GitHub makes no mentions, references or links. So everything that is not a word
 * or a number is put into one, whether it is a name or not.
 */
export function messageCell(message: string): string {
  return printable(message)
    .split(/("[^"]*")/)
    .map((part, index) => (index % 2 === 1 ? codeTag(part.slice(1, -1)) : part.split(" ").map(wordCell).join(" ")))
    .join("");
}

function wordCell(word: string): string {
  return word === "" || plainWord.test(word) ? escapeMarkdown(word) : codeTag(word);
}

const plainWord = /^[("']*(?:[A-Za-z]+(?:['-][A-Za-z]+)*|\d[\d,]*)?[)"'.,;:?!]*$/;

export function codeTag(text: string): string {
  return `<code>${escapeMarkdown(printable(text))}</code>`;
}

/** As character references: a backslash escapes no line of a table, and Markdown is read inside tags too. */
function escapeMarkdown(text: string): string {
  return text.replace(/[&<>|`*_~[\]\\!$:@#."]/g, (found) => `&#${found.charCodeAt(0)};`);
}

export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
