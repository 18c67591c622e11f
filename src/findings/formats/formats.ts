import type { Finding, SuppressedFinding } from "../finding.ts";
import type { Review } from "../review.ts";
import { errorsLast } from "../severity-order.ts";
import { formatAgent } from "./format-agent.ts";
import { formatComment } from "./format-comment.ts";
import { formatGithub } from "./format-github.ts";
import { formatGitlab } from "./format-gitlab.ts";
import { formatJson, type Summary, suppressedJson } from "./format-json.ts";
import { formatJunit } from "./format-junit.ts";
import { formatMarkdown } from "./format-markdown.ts";
import type { FormatName } from "./format-names.ts";
import { formatSarif } from "./format-sarif.ts";
import { formatText, type TextStyle } from "./format-text.ts";

/** All data of a run that the report formats print. */
export interface FindingsReport {
  readonly findings: readonly Finding[];
  /** The findings that a comment or the baseline hides. They do not fail the run. */
  readonly suppressed: readonly SuppressedFinding[];
  readonly summary: Summary;
  /** The names of the toolsets and tools that were checked. */
  readonly checked: readonly string[];
  /** The lowest severity that fails the run. */
  readonly failOn: "error" | "warning";
  /** Sentences about what was not checked, and why. Without them, a report without findings would be misleading. */
  readonly notes?: readonly string[];
  /** The files of output folders that differ from the compilation, if they were compared. Only the format `json` prints them. */
  readonly drift?: readonly { readonly path: string }[];
  /** Why the run fails although no finding fails it, such as too many warnings. Only the format `comment` prints it. */
  readonly limit?: string;
  /** What the run checked of each project, if it is a review. Only the format `comment` prints it. */
  readonly reviews?: readonly Review[];
  /** Additional data of the command. Only the format `json` prints it. */
  readonly data: object;
}

/**
 * The function that formats a report, for each format. The result is empty or ends with a line feed. Only `text` uses `style`, the style of
 * the terminal.
 */
export const formats: { readonly [name in FormatName]: (report: FindingsReport, style?: TextStyle) => string } = {
  text: ({ findings }, style) => (findings.length === 0 ? "" : `${formatText(errorsLast(findings), style)}\n`),
  json: ({ findings, suppressed, summary, drift, data }) =>
    formatJson(findings, summary, { ...data, ...(drift === undefined ? {} : { drift }), suppressed: suppressed.map(suppressedJson) }),
  sarif: ({ findings, suppressed }) => formatSarif([...findings, ...suppressed]),
  github: ({ findings }) => formatGithub(findings),
  gitlab: ({ findings }) => formatGitlab(findings),
  junit: ({ findings, checked, failOn, notes = [] }) => formatJunit(findings, { checked, failOn, notes }),
  markdown: ({ findings, notes }) => formatMarkdown(findings, notes),
  comment: formatComment,
  agent: ({ findings }) => formatAgent(findings),
};
