import { type Change, type ChangeKind, gradeCounts, semverStep } from "../contract/changes/change.ts";
import { summaryLine } from "../contract/changes/summary-line.ts";
import { codeTag, messageCell } from "../findings/formats/format-markdown.ts";
import { textRuns } from "../findings/formats/text-items.ts";
import { compareText } from "../source/text/compare.ts";
import type { DiffReport } from "./format-diff.ts";

/** The sections of a toolset, in their order. */
const sections = ["Breaking", "Removed", "Added", "Changed texts", "Other changes"] as const;

type Section = (typeof sections)[number];

/** The sections of changes that do not only depend on their grade. */
const sectionOfKind: { readonly [kind in ChangeKind]?: Section } = {
  "removed-tool": "Removed",
  "removed-uncallable-tool": "Removed",
  "added-tool": "Added",
  "changed-text": "Changed texts",
};

/**
 * The changes as GitHub Flavored Markdown for the notes of a release: by toolset, with one line for each cause. It has no limit of its size,
 * since it is a file and not a comment.
 */
export function formatChangelog(report: DiffReport): string {
  const { base, changes, unknown } = report;
  const notes = unknown.map((text) => `${messageCell(text)}\n`);
  const toolsets = [...new Set(changes.map(({ toolset }) => toolset))].sort(compareText);
  const parts = toolsets.map((toolset) =>
    toolsetPart(
      toolset,
      base,
      changes.filter((change) => change.toolset === toolset),
    ),
  );
  return [...(parts.length === 0 ? [`${messageCell(summaryLine(report))}\n`] : parts), ...notes].join("\n");
}

function toolsetPart(toolset: string, base: string, changes: readonly Change[]): string {
  const head = `## ${codeTag(toolset)}\n\nNext version: ${semverStep(changes)}. Since ${codeTag(base)}: ${gradeCounts(changes)}.\n`;
  const lists = sections.flatMap((section) => {
    const lines = changes.filter((change) => sectionOf(change) === section).map(changeLine);
    return lines.length === 0 ? [] : [`\n### ${section}\n\n${lines.join("")}`];
  });
  return head + lists.join("");
}

function sectionOf({ kind, grade }: Change): Section {
  return sectionOfKind[kind] ?? (grade === "breaking" ? "Breaking" : "Other changes");
}

function changeLine({ message, texts, isUndecided }: Change): string {
  const words = texts === undefined ? "" : ` ${textRuns(texts)}`;
  return `- ${isUndecided ? "Undecided: " : ""}${messageCell(message)}${words}\n`;
}
