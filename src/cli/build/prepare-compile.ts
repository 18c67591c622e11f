import { type RecordingHost, recordReads } from "../../host/reads.ts";
import type { Host } from "../../project/load.ts";
import type { CompileFlags } from "../options.ts";
import { type OpenedProject, open } from "../project/open.ts";
import { type ReportFile, reportFiles } from "../report/report-files.ts";
import { type BuildSettings, buildSettings } from "./build-settings.ts";
import { compileCommandLine } from "./command-line.ts";

/** A run of `compile`: the open project, the flags and what they name. */
export interface PreparedCompile extends BuildSettings {
  readonly opened: OpenedProject & { readonly host: RecordingHost };
  /** A host for the same files as `opened.host` that does not record what is read. */
  readonly disk: Host;
  readonly flags: CompileFlags;
  readonly reportFiles: readonly ReportFile[];
  /** The `compile` command that writes the output. `--check` suggests this command. */
  readonly command: string;
}

/** Opens a project without reading its files. `hostFor` may wrap the host that reads the files. */
export function prepareCompile(
  path: string,
  flags: CompileFlags,
  hostFor: (found: OpenedProject) => Host = ({ host }) => host,
): PreparedCompile {
  const files = reportFiles(flags.report);
  const found = open(path, flags);
  const disk = hostFor(found);
  const opened = { ...found, host: recordReads(disk) };
  return { ...buildSettings(flags, opened), opened, disk, flags, reportFiles: files, command: compileCommandLine(path, flags) };
}
