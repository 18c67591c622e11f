import { read } from "../../../compile.ts";
import { importEnvironment } from "../../../environment/import.ts";
import { writeTexts } from "../../../host/write-texts.ts";
import { applyEdits } from "../../../source/edit.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, settingsOf } from "../../options.ts";
import { open } from "../../project/open.ts";
import { printChanges, printFindings, refuseToWrite } from "../../report/print.ts";
import { printEdits } from "../../report/print-edits.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { fromHere } from "../../report/with-paths.ts";

interface ImportFlags extends CommonOptions {
  readonly dryRun?: boolean;
}

/** Replaces the placeholders in definitions with the values of an environment. */
export async function runImport(path: string, options: ImportFlags): Promise<number> {
  const opened = open(path, options);
  const settings = settingsOf(options, opened);
  const reading = await read(opened.host, settings);
  const imported = importEnvironment(reading.definitions.accepted, reading.project, settings);
  const findings = shownFindings({ project: reading.project, diagnostics: [...reading.diagnostics, ...imported.diagnostics] });
  const texts = applyEdits(imported.value);
  const exitCode = printFindings(
    findings,
    { toolsets: 0, tools: 0, operations: 0, files: texts.size },
    { format: options.format, root: opened.root },
  );
  if (exitCode !== exitCodes.clean) return refuseToWrite(exitCode);
  if (options.dryRun) {
    if (options.format === "text") printEdits(imported.value, texts, opened.root);
    return exitCode;
  }
  writeTexts(opened.root, texts);
  if (options.format === "text")
    printChanges(
      [...texts.keys()].map((file) => fromHere(file, opened.root)),
      imported.value.length,
    );
  return exitCode;
}
