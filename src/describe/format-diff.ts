import { type Change, gradeCounts, type SemverStep, semverStep } from "../contract/change.ts";
import type { ToolRow } from "../contract/tool-rows.ts";
import { codeTag, messageCell } from "../findings/formats/format-markdown.ts";
import { byteLength } from "../source/text/byte-length.ts";
import { withHiddenNamed, wordDiff } from "./word-diff.ts";

/** The maximum size of the Markdown report in bytes. A comment on GitHub has at most 65,536 characters. */
const mostBytes = 59_800;
/** The maximum number of toolsets that the summary lists. */
const mostSteps = 20;

/** The changes of the contracts of a project, as `toolsetc diff` reports them. */
export interface DiffReport {
  /** The name of the former version of the project, such as a Git revision. */
  readonly base: string;
  readonly changes: readonly Change[];
  readonly rows: readonly ToolRow[];
}

/** The summary of a report in one line: the numbers of toolsets and changes, and how to increase the versions of the first toolsets. */
export function summaryLine({ base, changes }: DiffReport): string {
  if (changes.length === 0) return `No tool has changed since ${base}.`;
  const toolsets = [...new Set(changes.map(({ toolset }) => toolset))];
  const steps = toolsets.map((toolset): [string, SemverStep] => [
    toolset,
    semverStep(changes.filter((change) => change.toolset === toolset)),
  ]);
  const more = steps.length > mostSteps ? ` and ${steps.length - mostSteps} more` : "";
  const next = `${steps
    .slice(0, mostSteps)
    .map(([toolset, step]) => `${toolset} ${step}`)
    .join(", ")}${more}`;
  return `${toolsets.length === 1 ? "1 toolset has" : `${toolsets.length} toolsets have`} changed since ${base}: ${gradeCounts(changes)}. Next versions: ${next}.`;
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

/** Shortens a long text to its start and its end. */
function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 50)} … ${text.slice(-50)}` : text;
}

/** The report as GitHub Flavored Markdown for a pull request. Changes that do not fit into the size limit are counted instead of listed. */
export function formatDiffMarkdown(report: DiffReport): string {
  const summary = `**toolsetc:** ${messageCell(summaryLine(report))}\n`;
  if (report.rows.length === 0) return summary;
  const head = "\n| tool | agents | tokens | changes |\n|---|---|---|---|\n";
  // The table may use two thirds of the size limit, so that a third remains for the texts below the table.
  const table = fitting(report.rows.map(tableRow), mostBytes * 0.66 - byteLength(summary + head), "more tools");
  const start = `${summary}${head}${table}`;
  const texts = report.rows.flatMap((row) => row.changes.flatMap((change) => (change.texts === undefined ? [] : [textItem(change)])));
  if (texts.length === 0) return start;
  const open = "\n<details><summary>What the model reads</summary>\n\n";
  const close = "\n</details>\n";
  return start + open + fitting(texts, mostBytes - byteLength(start + open + close) - 100, "more texts") + close;
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

function textItem({ tool, toolset, pointer, texts }: Change): string {
  const runs = wordDiff(texts?.before ?? "", texts?.after ?? "").map(({ in: side, text }) => {
    const shown = codeTag(withHiddenNamed(text));
    return side === "both" ? codeTag(shortened(withHiddenNamed(text))) : side === "before" ? `<del>${shown}</del>` : `<ins>${shown}</ins>`;
  });
  return `- ${codeTag(tool ?? toolset)} ${codeTag(pointer)}: ${runs.join(" ")}\n`;
}

/** Joins the first lines that fit into `most` bytes, and adds the number of the remaining lines. */
function fitting(lines: readonly string[], most: number, rest: string): string {
  let text = "";
  for (const [index, line] of lines.entries()) {
    if (byteLength(text) + byteLength(line) > most) return `${text}\n… and ${lines.length - index} ${rest}\n`;
    text += line;
  }
  return text;
}

function tokensText({ tokens }: ToolRow, arrow: string): string {
  if (tokens === undefined) return "";
  const { before, after } = tokens;
  if (before === undefined || after === undefined) return `, ${before ?? after ?? 0} tokens`;
  return `, ${before === after ? before : `${before}${arrow}${after}`} tokens`;
}
