import { compile } from "../../../compile.ts";
import { nearest } from "../../../diagnostic/nearest.ts";
import { environmentMatrix, formatMatrix } from "../../../environment/matrix.ts";
import { reportOf } from "../../../findings/findings-of.ts";
import { targetNames } from "../../../targets/emit.ts";
import { compilationTable } from "../../build/compilation-table.ts";
import type { RunRecorder } from "../../build/repeatable-run.ts";
import { baselineOf, importResponsePath, ruleImport, scopeOf, settingsOf, type ValidateFlags } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { open } from "../../project/open.ts";
import { checkedFindings } from "../../report/baseline.ts";
import { countText, exitCodeOf, print, printMessage, printReport, printTimed, reportText } from "../../report/print.ts";
import { reportFiles, writeReports } from "../../report/report-files.ts";
import { unseenText } from "../../report/unseen-text.ts";
import { limitWarnings } from "../../report/warning-limit.ts";
import { UsageError } from "../../usage-error.ts";

/** Compiles without writing output, and prints the findings. With `--fix`, first fixes findings, and prints the remaining ones. */
export async function runValidate(givenPath: string, flags: ValidateFlags, recorder: RunRecorder): Promise<number> {
  const [path, options] = withDocumentPath(givenPath, flags);
  const files = reportFiles(options.report);
  const opened = recorder.opened(open(path, options));
  const settings = {
    ...settingsOf(options, opened),
    ...baselineOf(options, opened),
    ...ruleImport(options, opened),
    scope: scopeOf(options, "namesakes"),
    targets: chosenTargets(options),
    importResponse: importResponsePath(options, opened),
    readsTexts: () => false,
  };
  const isSummarized = options.format === "text" && !options.quiet;
  if (options.unsafe && !options.fix) throw new UsageError("--unsafe requires --fix.");
  if (options.fix) {
    const { applyFixes } = await import("./apply-fixes.ts");
    const fixedText = await applyFixes(opened, { settings, flags: options });
    if (isSummarized) print(fixedText);
    else printMessage(fixedText);
  }
  const compilation = await compile(opened.host, settings);
  const shown = checkedFindings(compilation, { opened, settings, flags: options });
  const { findings } = shown;
  const { exitCode, reason } = limitWarnings(exitCodeOf(findings), findings, options);
  const report = { ...reportOf(compilation, shown, options), root: opened.root, limit: reason };
  if (isSummarized) {
    const matrix = environmentMatrix(compilation.definitions.accepted, compilation.project, settings);
    if (matrix.environments.length > 1) print(`${formatMatrix(matrix)}\n`);
    print(`${compilationTable(compilation, findings)}\n`);
  }
  printReport(reportText(report, options), options.format);
  if (isSummarized) printTimed(`${reason}${countText(shown)} in `);
  else printMessage(reason + unseenText(compilation, exitCode));
  writeReports(report, files, options);
  return exitCode;
}

function chosenTargets({ target = [] }: ValidateFlags): readonly string[] {
  const unknown = target.find((name) => !targetNames.includes(name));
  if (unknown === undefined) return target;
  const near = nearest(unknown, targetNames);
  throw new UsageError(
    `There is no target "${unknown}". ${near === undefined ? `Available: ${targetNames.join(", ")}.` : `Did you mean "${near}"?`}`,
  );
}
