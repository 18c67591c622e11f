import { type ComparedChanges, summaryLine } from "../contract/changes/summary-line.ts";
import type { ToolRow } from "../contract/changes/tool-rows.ts";
import { codeTag, messageCell } from "../findings/formats/format-markdown.ts";
import { fitting, shortened, textItem } from "../findings/formats/text-items.ts";
import { byteLength } from "../source/text/byte-length.ts";
import { withHiddenNamed, wordDiff } from "../source/text/word-diff.ts";

/** The maximum size of the Markdown report in bytes. A comment on GitHub has at most 65,536 characters. */
const mostBytes = 59_800;

/** The changes of the contracts of a project, as `toolsetc diff` reports them. */
export interface DiffReport extends ComparedChanges {
  readonly rows: readonly ToolRow[];
  /** Sentences about what was not compared, and why. */
  readonly unknown: readonly string[];
}

/** The report as text for a terminal. */
export function formatDiffText(report: DiffReport): string {
  const lines = report.rows.flatMap((row) => [
    `\n${row.tool ?? row.toolset}${row.agents.length > 0 ? `, used by ${row.agents.join(", ")}` : ""}${tokensText(row, " -> ")}`,
    ...row.changes.flatMap(({ grade, isUndecided, message, texts }) => [
      `  ${isUndecided ? "undecided" : grade}: ${message}`,
      ...(texts === undefined ? [] : [`    ${wordDiff(texts.before, texts.after).map(textRun).join("").trimEnd()}`]),
    ]),
  ]);
  return `${[summaryLine(report), ...lines].join("\n")}\n`;
}

function textRun({ in: side, text }: ReturnType<typeof wordDiff>[number]): string {
  const shown = withHiddenNamed(text);
  return side === "both" ? shortened(shown) : side === "before" ? `[-${shown.trimEnd()}-] ` : `{+${shown.trimEnd()}+} `;
}

/** The report as GitHub Flavored Markdown for a pull request. Changes that do not fit into the size limit are counted instead of listed. */
export function formatDiffMarkdown(report: DiffReport): string {
  const summary = [`**toolsetc:** ${messageCell(summaryLine(report))}\n`, ...report.unknown.map((text) => `${messageCell(text)}\n`)].join(
    "\n",
  );
  if (report.rows.length === 0) return summary;
  const head = "\n| tool | agents | tokens | changes |\n|---|---|---|---|\n";
  // The table may use two thirds of the size limit, so that a third remains for the texts below the table.
  const table = fitting(report.rows, tableRow, { most: mostBytes * 0.66 - byteLength(summary + head), rest: "more tools" });
  const start = `${summary}${head}${table}`;
  const texts = report.rows.flatMap((row) => row.changes.flatMap((change) => (change.texts === undefined ? [] : [change])));
  if (texts.length === 0) return start;
  const open = "\n<details><summary>The changed texts</summary>\n\n";
  const close = "\n</details>\n";
  return start + open + fitting(texts, textItem, { most: mostBytes - byteLength(start + open + close) - 100, rest: "more texts" }) + close;
}

function tableRow(row: ToolRow): string {
  const changes = row.changes.map(
    ({ grade, isUndecided, message }) =>
      `${grade === "breaking" ? `**${isUndecided ? "undecided" : grade}**` : grade}: ${messageCell(message)}`,
  );
  const shown = changes.slice(0, 8);
  const more = changes.length - shown.length;
  const cells = [
    codeTag(row.tool ?? row.toolset),
    row.agents.map(codeTag).join(", "),
    tokensText(row, " → ").replace(/^, | tokens$/g, ""),
    [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].join("<br>"),
  ];
  return `| ${cells.join(" | ")} |\n`;
}

function tokensText({ tokens }: ToolRow, arrow: string): string {
  if (tokens === undefined) return "";
  const { before, after } = tokens;
  if (before === undefined || after === undefined) return `, ${before ?? after ?? 0} tokens`;
  return `, ${before === after ? before : `${before}${arrow}${after}`} tokens`;
}
