import { resolve } from "node:path";
import type { FolderOutput } from "../../host/output/plan.ts";
import type { Written } from "../../host/output/write.ts";
import type { WrittenFolder, WrittenRun } from "../../host/output/written-run.ts";
import type { ChangedCompilation } from "../../incremental/compile-changed.ts";
import type { StoredToolset } from "../../incremental/stored-toolsets.ts";
import { type OpenedProject, outputPath } from "../project/open.ts";
import type { BuiltProject } from "./compile-project.ts";

/** The toolsets of a build that the next build may restore, and the files that the build wrote. */
export function runToRestore(
  { compilation, shown, outputs, written }: BuiltProject,
  opened: OpenedProject,
  { out: flag }: { readonly out?: string },
): WrittenRun<StoredToolset> {
  return {
    outputs: written.map((each) => ({ folder: each.folder, ...filesOf(each, outputs), hashes: each.hashes })),
    folders: compilation.outputs.map(({ out }) => outputPath(flag, out, opened)),
    toolsets: storedToolsets(compilation, shown.byDiagnostic),
  };
}

function storedToolsets({ restored, created }: ChangedCompilation, findings: BuiltProject["shown"]["byDiagnostic"]): StoredToolset[] {
  const stored = created.map(({ diagnostics, ...toolset }) => ({
    ...toolset,
    findings: diagnostics.flatMap((each) => findings.get(each) ?? []),
  }));
  return [...restored, ...stored.filter(({ findings: own }) => shownCharacters(own) <= maxShown)];
}

/**
 * The most text that the findings of a stored toolset may show. Each shows a whole line, which may be a whole document, so that thousands of
 * findings in one line would be gigabytes of JSON.
 */
const maxShown = 16_000_000;

function shownCharacters(findings: StoredToolset["findings"]): number {
  return findings.reduce(
    (sum, { mark, related }) => related.reduce((more, note) => more + note.mark.text.length, sum + mark.text.length),
    0,
  );
}

function filesOf({ folder, kept }: Written, outputs: readonly FolderOutput[]): Pick<WrittenFolder, "files" | "restored"> {
  const own = outputs.filter(({ out }) => resolve(out) === folder);
  return {
    files: [...own.flatMap(({ files }) => files.map(({ path }) => path)), ...kept],
    restored: own.flatMap(({ restored }) => restored?.paths ?? []),
  };
}
