import { printable } from "../../diagnostic/printable.ts";
import { byteLength } from "../../source/text/byte-length.ts";
import type { Finding } from "../finding.ts";
import { errorsFirst, severityCounts } from "../severity-order.ts";

/** The maximum size of the table in bytes. A comment on GitHub has at most 65,536 characters, and text may be added around the table. */
const maxBytes = 59_800;

/**
 * Formats findings as a table in GitHub Flavored Markdown, for a comment or a job summary, followed by `notes`. Rows that do not fit are
 * counted.
 */
export function formatMarkdown(findings: readonly Finding[], notes: readonly string[] = []): string {
  return notes.length === 0 ? tableOf(findings) : `${tableOf(findings)}\n${notes.map((note) => `- ${messageCell(note)}\n`).join("")}`;
}

function tableOf(findings: readonly Finding[]): string {
  if (findings.length === 0) return "**toolsetc:** no findings\n";
  const title = `**toolsetc:** ${severityCounts(findings)}\n\n`;
  return `${title}${findingTable(findings, maxBytes - byteLength(title))}`;
}

/** A table of the findings whose rows fit into `most` bytes, errors first, and the numbers of the remaining findings. */
export function findingTable(findings: readonly Finding[], most: number): string {
  const head = "| | place | code | finding |\n|---|---|---|---|\n";
  const sorted = errorsFirst(findings);
  let text = head;
  let count = 0;
  for (const finding of sorted) {
    const row = rowOf(finding);
    if (byteLength(text) + byteLength(row) > most) break;
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
 * Formats a message with its names in `code` tags. Everything that is not a plain word or number is put into a tag, because GitHub creates
 * no mentions, references or links there. The punctuation around a word stays outside of the tag. A JSON value is one word.
 */
export function messageCell(message: string): string {
  return printable(message)
    .split(quotedPart)
    .map((part, index) => {
      if (index % 2 === 0) return part.split(" ").map(wordCell).join(" ");
      return part.startsWith('"') ? codeTag(part.slice(1, -1)) : wordCell(part);
    })
    .join("");
}

/** A name in quotes, or an object or array in JSON. The latter may be cut by `…`, also in one of its strings. */
const quotedPart = /("[^"]*"|(?<=^| )[[{](?:"(?:[^"\\…]|\\.)*["…]|[^\s"…])*…?)/;

function wordCell(text: string): string {
  let end = text.length;
  while (end > 0 && closing.includes(text.charAt(end - 1))) end -= 1;
  const [before = ""] = /^[("']*/.exec(text.slice(0, end)) ?? [];
  const word = text.slice(before.length, end);
  return before + (plainWord.test(word) ? word : codeTag(word)) + text.slice(end);
}

const closing = `)"'.,;:?!`;

const plainWord = /^(?:[A-Za-z]+(?:['-][A-Za-z]+)*|\d[\d,]*)?$/;

export function codeTag(text: string): string {
  return `<code>${escapeMarkdown(printable(text))}</code>`;
}

/**
 * Escapes Markdown by HTML character references, because backslashes have no effect in some parts of a table. Text inside tags is escaped
 * too, because GitHub parses Markdown there.
 */
function escapeMarkdown(text: string): string {
  return text.replace(/[&<>|`*_~[\]\\!$:@#."]/g, (found) => `&#${found.charCodeAt(0)};`);
}
