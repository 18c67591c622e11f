import { type RecordingHost, recordReads } from "../../../host/reads.ts";
import type { ImportForm } from "../../../host/tsconfig.ts";
import type { Host } from "../../../project/load.ts";
import type { Settings } from "../../../settings.ts";
import { compileCommandLine } from "../../command-line.ts";
import type { ReportedFlags } from "../../compile-project.ts";
import { compileSettings } from "../../compile-settings.ts";
import { type OpenedProject, open } from "../../open.ts";
import type { CompileFlags } from "../../options.ts";
import { reportFiles } from "../../report-files.ts";

/** What `compile` was asked to do. */
export interface PreparedCompile {
  readonly opened: OpenedProject & { readonly host: RecordingHost };
  /** The same files, whose reads are not recorded. */
  readonly disk: Host;
  readonly settings: Settings;
  readonly flags: ReportedFlags;
  /** The forms of imports that were requested, by output folder. */
  readonly forms: ReadonlyMap<string, ImportForm>;
}

/** Opens the project, and reads nothing of it yet. */
export function prepareCompile(path: string, options: CompileFlags): PreparedCompile {
  const files = reportFiles(options.report);
  const found = open(path, options);
  const opened = { ...found, host: recordReads(found.host) };
  const { settings, known, formFor, forms } = compileSettings(options, opened);
  return {
    opened,
    disk: found.host,
    settings,
    flags: { ...options, formFor, reportFiles: files, known, command: compileCommandLine(path, options) },
    forms,
  };
}
