import type { Finding } from "../finding.ts";
import type { Review } from "../review.ts";
import { severityCounts } from "../severity-order.ts";
import { codeTag, findingTable, messageCell } from "./format-markdown.ts";
import { fitting, textItem } from "./text-items.ts";

/**
 * The maximum sizes in bytes of the parts of a comment, together less than the 65,536 characters that a comment on GitHub has. Each part has
 * its own, so that one with many items, which a pull request can make, displaces no other.
 */
const mostBytes = { checks: 14_000, findings: 20_000, tools: 7_000, texts: 14_000, owners: 4_000 } as const;
/** The maximum size of one text. The reader finds a longer one in the files. */
const mostOfText = 3_000;
/** The maximum numbers of characters of a sentence and of the summary of changes, and of names in a line. */
const mostOfSentence = 300;
const mostOfSummary = 900;
const mostNames = 20;

interface Commented {
  readonly findings: readonly Finding[];
  readonly failOn: "error" | "warning";
  readonly limit?: string;
  readonly notes?: readonly string[];
  readonly reviews?: readonly Review[];
}

/** The first line of a comment about a run that passed and found no change: nobody needs to be told. */
const withoutNews = "<!-- toolsetc: no news -->\n";

/**
 * Formats a report as a comment on a pull request, in the Markdown of GitHub and GitLab: the verdict, the checks, the findings, and which
 * tools and texts changed, with the owners of their files. All text of the project is in code tags, or consists of plain words.
 */
export function formatComment(report: Commented): string {
  const { findings, limit = "", notes = [], reviews = [] } = report;
  const verdict = verdictOf(report);
  const hasNews = verdict !== "passed" || reviews.length === 0 || reviews.some(({ hasChanges }) => hasChanges);
  const counts = `${findings.length === 0 ? "No findings" : severityCounts(findings)}.`;
  return [
    `${hasNews ? "" : withoutNews}### toolsetc: ${verdict}\n`,
    `${[counts, limit.trim()].flatMap((sentence) => (sentence === "" ? [] : [sentenceCell(sentence)])).join(" ")}\n`,
    ...(reviews.length === 0 ? notes.map((note) => `- ${sentenceCell(note)}\n`) : []),
    fitting(reviews, reviewText, { most: mostBytes.checks, rest: "more projects" }),
    ...(findings.length === 0 ? [] : [`#### Findings\n\n${findingTable(findings, mostBytes.findings)}`]),
    toolsText(reviews),
    textsText(reviews),
    ownersText(reviews),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** `incomplete`: nothing that was checked failed, but something could not be checked. */
function verdictOf({ findings, failOn, limit = "", reviews = [] }: Commented): "passed" | "failed" | "incomplete" {
  const states = new Set(reviews.flatMap(({ checks }) => checks.map(({ state }) => state)));
  const isFailing = ({ severity }: Finding) => severity === "error" || severity === failOn;
  if (limit !== "" || states.has("failed") || findings.some(isFailing)) return "failed";
  return states.has("unchecked") ? "incomplete" : "passed";
}

function reviewText({ project, checks, summary }: Review): string {
  const heading = project === "" ? "" : `\n#### ${codeTag(project)}\n\n`;
  const table = `| check | result | |\n|---|---|---|\n${checks.map(checkRow).join("")}`;
  return `${heading}${table}${summary === "" ? "" : `\n${sentenceCell(summary, mostOfSummary)}\n`}`;
}

function checkRow({ name, state, note }: Review["checks"][number]): string {
  return `| ${codeTag(name)} | ${state === "failed" ? "**failed**" : state} | ${sentenceCell(note)} |\n`;
}

function sentenceCell(text: string, most = mostOfSentence): string {
  return messageCell(text.length > most ? `${text.slice(0, most)} …` : text);
}

function toolsText(reviews: readonly Review[]): string {
  const tools = reviews.flatMap((review) => review.tools);
  const items = (["added", "removed", "renamed"] as const).flatMap((change) => {
    const own = tools.filter((tool) => tool.change === change);
    return own.length === 0
      ? []
      : [`- ${change}: ${own.slice(0, mostNames).map(toolName).join(", ")}${moreText(own.length - mostNames)}\n`];
  });
  return items.length === 0 ? "" : `#### Tools\n\n${fitting(items, (item) => item, { most: mostBytes.tools, rest: "more lines" })}`;
}

function toolName({ tool, toolset }: Review["tools"][number]): string {
  return tool === undefined ? `the toolset ${codeTag(toolset)}` : codeTag(tool);
}

function moreText(more: number): string {
  return more > 0 ? ` and ${more} more` : "";
}

function textsText(reviews: readonly Review[]): string {
  const texts = reviews.flatMap((review) => review.texts);
  if (texts.length === 0) return "";
  const head = `<details><summary>Texts that a model reads: ${texts.length} changed</summary>\n\n`;
  return `${head}${fitting(texts, boundedText, { most: mostBytes.texts, rest: "more texts" })}\n</details>\n`;
}

function boundedText(item: Review["texts"][number]): string {
  const { before, after } = item.texts;
  const line = before.length + after.length > mostOfText ? "" : textItem(item);
  const isShown = line !== "" && line.length <= mostOfText;
  if (isShown) return line;
  const title = `- ${codeTag((item.tool ?? item.toolset).slice(0, mostOfSentence))} ${codeTag(item.pointer.slice(0, mostOfSentence))}`;
  return `${title}: ${before.length} characters became ${after.length}, too long to be shown here\n`;
}

function ownersText(reviews: readonly Review[]): string {
  const rows = reviews.flatMap(({ owners }) => owners);
  if (rows.length === 0) return "";
  return `| toolset | owners |\n|---|---|\n${fitting(rows, ownerRow, { most: mostBytes.owners, rest: "more toolsets" })}`;
}

/** The owners are no mentions, since CODEOWNERS may come from the pull request. GitHub and GitLab ask owners for reviews themselves. */
function ownerRow({ toolset, owners }: Review["owners"][number]): string {
  const names = owners.slice(0, mostNames).map(codeTag).join(", ");
  return `| ${codeTag(toolset)} | ${names === "" ? "nobody" : `${names}${moreText(owners.length - mostNames)}`} |\n`;
}
