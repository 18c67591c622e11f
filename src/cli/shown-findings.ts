import { relative, resolve } from "node:path";
import type { Mark } from "../diagnostic/mark.ts";
import type { Finding } from "../diagnostic/report.ts";
import { allFindingsOf } from "../report.ts";
import type { Tree } from "../source/tree.ts";
import type { OpenedProject } from "./open.ts";
import { terminal } from "./terminal.ts";
import { today } from "./today.ts";

/** The findings of a project, with paths relative to the working directory, without those that are suppressed. */
export function shownFindings(found: Parameters<typeof allFindingsOf>[0], opened: Pick<OpenedProject, "root">): Finding[] {
  return allShownFindings(found, opened).findings;
}

/** The same, with those that a comment or the baseline suppresses. */
export function allShownFindings(
  found: Parameters<typeof allFindingsOf>[0],
  { root }: Pick<OpenedProject, "root">,
  baseline?: Tree,
): ReturnType<typeof allFindingsOf> {
  const { findings, suppressed, byDiagnostic } = allFindingsOf(found, { today: today(), baseline });
  return {
    byDiagnostic,
    findings: findings.map((finding) => seenFromHere(finding, root)),
    suppressed: suppressed.map((finding) => seenFromHere(finding, root)),
  };
}

function seenFromHere<Some extends Finding>(finding: Some, root: string): Some {
  const seen = (mark: Mark): Mark => ({ ...mark, file: fromHere(mark.file, root) });
  return {
    ...finding,
    mark: seen(finding.mark),
    related: finding.related.map((note) => ({ ...note, mark: seen(note.mark) })),
    fixes: finding.fixes.map((fix) => ({ ...fix, mark: seen(fix.mark) })),
  };
}

/** The path of a project file relative to the working directory. A flag, or `pull`, is not a file and stays the same. */
export function fromHere(file: string, root: string): string {
  if (file.startsWith("--") || file === "pull") return file;
  return (relative(terminal().cwd(), resolve(root, file)) || ".").replaceAll("\\", "/");
}
