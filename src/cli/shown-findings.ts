import { resolve } from "node:path";
import type { Mark } from "../diagnostic/mark.ts";
import type { Finding } from "../diagnostic/report.ts";
import { allFindingsOf } from "../report.ts";
import { ruleCodes } from "../rules/index.ts";
import type { Tree } from "../source/tree.ts";
import type { OpenedProject } from "./open.ts";
import { relativePath } from "./terminal.ts";
import { today } from "./today.ts";

/** The findings of a project that are not suppressed, with paths relative to the working directory. */
export function shownFindings(found: Parameters<typeof allFindingsOf>[0], opened: Pick<OpenedProject, "root">): Finding[] {
  return allShownFindings(found, opened).findings;
}

/**
 * The errors that prevent tools from compiling. Errors of rules are omitted: they do not prevent tools from compiling, and `validate`
 * reports them.
 */
export function compileErrors(found: Parameters<typeof allFindingsOf>[0], opened: Pick<OpenedProject, "root">): Finding[] {
  return shownFindings(found, opened).filter(({ severity, code }) => severity === "error" && !ruleCodes.has(code));
}

/**
 * The findings of a project, and separately those that a comment or the baseline suppresses, with paths relative to the working directory.
 */
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

/**
 * Converts the path of a project file to one relative to the working directory. A finding about a flag, or about `pull`, has a name instead
 * of a path, which is returned unchanged.
 */
export function fromHere(file: string, root: string): string {
  if (file.startsWith("--") || file === "pull") return file;
  return relativePath(resolve(root, file));
}
