import type { Compilation } from "../../compile.ts";
import { explainFormatVersion } from "../../diagnostic/format-version.ts";
import { type BaselineEntry, baselineEntries, baselinePath, baselineText, updatedEntries } from "../../findings/baseline.ts";
import { codesOf } from "../../findings/diagnostic-codes.ts";
import { type Findings, withFindings } from "../../findings/findings-of.ts";
import { writeTexts } from "../../host/write-texts.ts";
import type { Settings } from "../../settings.ts";
import { parseTree } from "../../source/parse-tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { isCi } from "../is-ci.ts";
import type { BaselineFlags } from "../options.ts";
import type { OpenedProject } from "../project/open.ts";
import { UsageError } from "../usage-error.ts";
import { exitCodeOf, printMessage } from "./print.ts";
import { seenFindings } from "./shown-findings.ts";
import { fromHere } from "./with-paths.ts";

interface CheckedRun {
  readonly opened: OpenedProject;
  readonly settings: Pick<Settings, "today" | "baseline">;
  readonly flags: BaselineFlags;
}

/**
 * The findings of a command with the flag `--baseline`. Throws a usage error if there is no such baseline. With `--update-baseline`, the file
 * is written first.
 */
export function checkedFindings(compilation: Compilation, { opened, settings, flags }: CheckedRun): Findings {
  const { files, config } = compilation.project;
  const path = baselinePath(config, settings.baseline);
  if (path === undefined && flags.updateBaseline)
    throw new UsageError("--update-baseline requires --baseline <file>, or the key `baseline` in toolsetc.yaml.");
  if (path === undefined) return seenFindings(compilation);
  const tree = files.get(path);
  const file = fromHere(path, opened.root);
  if (tree === undefined && !flags.updateBaseline) {
    const named =
      settings.baseline === "configured" ? `, which ${fromHere(config.baseline?.origin?.tree.source.path ?? "", opened.root)} names` : "";
    throw new UsageError(`There is no baseline "${file}"${named}. Create the file with \`toolsetc validate --update-baseline\`.`);
  }
  const newer = tree && explainFormatVersion(tree, "1.0");
  if (newer !== undefined) throw new UsageError(`${file}: ${newer.message}`);
  const entries = tree === undefined ? [] : baselineEntries(tree);
  if (entries === undefined) throw new UsageError(`"${file}" is not a baseline that --update-baseline wrote.`);
  if (!flags.updateBaseline) return seenFindings(compilation);
  const text = updatedText(entries, file, withFindings(compilation, { ...settings, baseline: "none" }));
  if (text === undefined) return seenFindings(compilation);
  if (text !== tree?.source.text) writeTexts(opened.root, new Map([[path, text]]));
  const project = { ...compilation.project, files: new Map([...files, [path, parseTree({ path, text })]]) };
  return seenFindings(withFindings({ ...compilation, project }, settings));
}

/** The text of the baseline after this run, which has all findings, also those in the baseline. `undefined` if the run says nothing of it. */
function updatedText(entries: readonly BaselineEntry[], file: string, found: Compilation): string | undefined {
  const { findings, ungrouped, searched, project } = found;
  if (exitCodeOf(findings) === exitCodes.usage) {
    printMessage(`${file} is unchanged. Fix the errors in the configuration first.\n`);
    return undefined;
  }
  const codes = new Set(codesOf(project.config).map(({ code }) => code));
  const updated = updatedEntries(
    entries,
    ungrouped.filter(({ code }) => !project.config.locked.has(code)),
    { searched, codes, mayGrow: !isCi() },
  );
  const known = new Set(entries.map(({ fingerprint }) => fingerprint));
  const added = updated.filter(({ fingerprint }) => !known.has(fingerprint)).length;
  const removed = entries.length + added - updated.length;
  const note = isCi() ? " In CI, new findings are not added to a baseline." : "";
  const count = `${updated.length} known finding${updated.length === 1 ? "" : "s"}`;
  printMessage(`${file}: ${count}, ${added} added, ${removed} removed.${note}\n`);
  return baselineText(updated);
}
