import type { Severity } from "../../diagnostic/diagnostic.ts";
import type { Mark } from "../../diagnostic/mark.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import { printable } from "../../diagnostic/printable.ts";
import { defaultWidth, wrapLines } from "../../source/text/wrap.ts";
import type { Finding } from "../finding.ts";
import { readableNotes } from "./readable-notes.ts";

/** How findings are printed as text. */
export interface TextStyle {
  /** The number of columns of the terminal. */
  readonly width: number;
  /** `ansi`: with the escape sequences of terminals. */
  readonly color: "none" | "ansi";
  /** The maximum number of findings of a code that are shown for each file. The remaining findings are counted. */
  readonly maxPerCode: number;
}

const withoutTerminal: TextStyle = { width: defaultWidth, color: "none", maxPerCode: Number.POSITIVE_INFINITY };

/** Formats findings as text, each with the line that contains its place. The help of equal findings is only shown with the first. */
export function formatText(findings: readonly Finding[], style: TextStyle = withoutTerminal): string {
  const counts = new Map<string, number>();
  const texts: string[] = [];
  const helped = new Set<string>();
  for (const finding of findings) {
    const count = (counts.get(groupKey(finding)) ?? 0) + 1;
    counts.set(groupKey(finding), count);
    if (count > style.maxPerCode) continue;
    const isNew = helped.size < helped.add(`${finding.code}\0${finding.help}`).size;
    texts.push(formatOne(finding, style, isNew ? [wrapLines(`  help: ${printable(finding.help)}`, style.width, 8)] : []));
  }
  const more = [...counts].filter(([, count]) => count > style.maxPerCode);
  const rest = more.map(([alike, count]) => `${count - style.maxPerCode} more ${printable(alike)}`);
  return [...texts, ...(rest.length > 0 ? [`${rest.join("\n")}\n`] : [])].join("\n");
}

function groupKey({ severity, code, mark }: Finding): string {
  return `${severity}[${code}] in ${mark.file}`;
}

function formatOne(finding: Finding, style: TextStyle, help: readonly string[]): string {
  const { code, severity, message, mark } = finding;
  const head = `${severity}[${code}]`;
  const title = wrapLines(`${head}: ${printable(message)}${about(finding)}`, style.width, 2).slice(head.length);
  const notes = readableNotes(finding).flatMap((note) => [
    wrapLines(`  note: ${printable(note.message)}`, style.width, 8),
    frame(note.mark, style),
  ]);
  return [`${paint(head, severityColors[severity], style)}${title}`, frame(mark, style), ...notes, ...help, ""].join("\n");
}

/** The names of the toolsets in parentheses, if several toolsets share the document of the finding; otherwise empty. */
function about({ toolsets }: Finding): string {
  return toolsets.length > 1 ? ` (in toolsets ${printable(nameList(toolsets))})` : "";
}

function frame({ file, start, end, text }: Mark, style: TextStyle): string {
  const number = String(start.line);
  const blank = " ".repeat(number.length);
  const arrow = `${blank}--> ${printable(file)}:${start.line}:${start.column}`;
  // A finding about a folder or an empty file has no line to show.
  if (text === "") return arrow;
  const marked = end.line === start.line ? end.column - start.column : text.length - start.column + 1;
  const width = Math.max(20, style.width - number.length - 3);
  const content = text.slice(start.column - 1, start.column - 1 + marked).trim();
  // A bracket alone, or that of JSON in one line, says nothing about what it contains.
  if (/^[[{]$/.test(content) || (text.length > width && /^[[{][\s[{]*"/.test(content))) return arrow;
  const cut = cutAround(text, { start: start.column - 1, length: Math.max(1, marked) }, width);
  return [arrow, `${number} | ${cut.text}`, `${blank} | ${" ".repeat(cut.start)}${paint("^".repeat(cut.length), "36", style)}`].join("\n");
}

interface Marked {
  readonly start: number;
  readonly length: number;
}

/** Cuts a line to `width` around its marked text, and returns the position of the marked text in the result. */
function cutAround(line: string, mark: Marked, width: number): Marked & { text: string } {
  if (line.length <= width)
    return { text: printable(line), start: mark.start, length: Math.max(1, Math.min(mark.length, line.length - mark.start)) };
  // A third of the width shows the text before the marked text.
  const before = Math.floor(width / 3);
  const from = Math.max(0, Math.min(mark.start - before, line.length - width));
  // Only the shown part of the line is processed, because the line may be a whole document.
  const shown = printable(line.slice(from, from + width));
  const left = from > 0 ? "…" : "";
  const right = from + width < line.length ? "…" : "";
  const cut = left + shown.slice(left.length, shown.length - right.length) + right;
  const start = mark.start - from;
  return { text: cut, start, length: Math.max(1, Math.min(mark.length, width - start - right.length)) };
}

const severityColors: { readonly [severity in Severity]: string } = { error: "31", warning: "33", note: "34" };

function paint(text: string, color: string, style: TextStyle): string {
  return style.color === "ansi" ? `\u001b[${color}m${text}\u001b[0m` : text;
}
