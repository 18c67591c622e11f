import { writeTexts } from "../../../host/write-texts.ts";
import type { Settings } from "../../../settings.ts";
import { fixProject } from "../../build/fix-project.ts";
import type { ValidateFlags } from "../../options.ts";
import type { OpenedProject } from "../../project/open.ts";
import { openBaseline } from "../../report/baseline.ts";
import { projectFindings } from "../../report/shown-findings.ts";
import { fromHere } from "../../report/with-paths.ts";
import { UsageError } from "../../usage-error.ts";

interface FixRequest {
  readonly settings: Settings;
  readonly flags: ValidateFlags;
  /** The path of the baseline, relative to the project's root. */
  readonly known: string | undefined;
}

/** Fixes the findings of a project in its files. Returns text with one line for each fixed finding. */
export async function applyFixes(opened: OpenedProject, { settings, flags, known }: FixRequest): Promise<string> {
  const { texts, fixed, conflicted } = await fixProject(opened.host, {
    compile: settings,
    // With --update-baseline, findings in the old baseline are fixed too: the new one contains only findings that remain.
    findingsOf: (compilation) =>
      projectFindings(compilation, flags.updateBaseline ? undefined : openBaseline(compilation, { opened, flags, known })).ungrouped,
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
