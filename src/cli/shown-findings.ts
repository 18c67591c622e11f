import { relative, resolve } from "node:path";
import type { Mark } from "../diagnostic/mark.ts";
import type { Finding } from "../diagnostic/report.ts";
import { findingsOf } from "../report.ts";
import type { OpenedProject } from "./open.ts";

/** The findings of a project, with paths relative to the working directory. */
export function shownFindings(found: Parameters<typeof findingsOf>[0], { root }: Pick<OpenedProject, "root">): Finding[] {
  const seen = (mark: Mark): Mark => ({ ...mark, file: fromHere(mark.file, root) });
  return findingsOf(found).map((finding) => ({
    ...finding,
    mark: seen(finding.mark),
    related: finding.related.map((note) => ({ ...note, mark: seen(note.mark) })),
    fixes: finding.fixes.map((fix) => ({ ...fix, mark: seen(fix.mark) })),
  }));
}

/** The path of a project file relative to the working directory. A flag, or `pull`, is not a file and stays the same. */
export function fromHere(file: string, root: string): string {
  if (file.startsWith("--") || file === "pull") return file;
  return (relative(process.cwd(), resolve(root, file)) || ".").replaceAll("\\", "/");
}
