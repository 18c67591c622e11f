import { writeTexts } from "../../../host/write-texts.ts";
import type { Settings } from "../../../settings.ts";
import { fixProject } from "../../build/fix-project.ts";
import type { ValidateFlags } from "../../options.ts";
import type { OpenedProject } from "../../project/open.ts";
import { checkedFindings } from "../../report/baseline.ts";
import { seenFindings } from "../../report/shown-findings.ts";
import { fromHere } from "../../report/with-paths.ts";
import { UsageError } from "../../usage-error.ts";

interface FixRequest {
  readonly settings: Settings;
  readonly flags: ValidateFlags;
}

/** Fixes the findings of a project in its files. Returns text with one line for each fixed finding. */
export async function applyFixes(opened: OpenedProject, { settings, flags }: FixRequest): Promise<string> {
  // With --update-baseline, findings in the old baseline are fixed too: the new one contains only findings that remain.
  const { updateBaseline = false } = flags;
  const { texts, fixed, conflicted } = await fixProject(opened.host, {
    compile: updateBaseline ? { ...settings, baseline: "none" } : settings,
    findingsOf: (compilation) =>
      (updateBaseline ? seenFindings(compilation) : checkedFindings(compilation, { opened, settings, flags })).ungrouped,
    isUnsafe: flags.unsafe === true,
  });
  if (conflicted.length > 0) {
    const paths = conflicted.map((path) => `"${fromHere(path, opened.root)}"`).join(", ");
    throw new UsageError(`--fix: ${paths} has an unresolved merge conflict. Nothing was changed. Resolve the conflict first.`);
  }
  writeTexts(opened.root, texts);
  const lines = fixed.map(
    ({ code, message, mark: { file, start } }) =>
      `fixed[${code}]: ${fromHere(file, opened.root)}:${start.line}:${start.column}: ${message}\n`,
  );
  return `${lines.join("")}${fixed.length} fixed\n\n`;
}
