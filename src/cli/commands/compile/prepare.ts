import type { KeptToolsets } from "../../../host/output/written-run.ts";
import { type RecordingHost, recordReads } from "../../../host/reads.ts";
import type { ImportForm } from "../../../host/tsconfig.ts";
import type { StoredToolset } from "../../../incremental/stored-toolsets.ts";
import type { Host } from "../../../project/load.ts";
import type { Settings } from "../../../settings.ts";
import { compileCommandLine } from "../../build/command-line.ts";
import type { BuildCache, BuildFlags } from "../../build/compile-project.ts";
import { compileSettings } from "../../build/compile-settings.ts";
import type { CompileFlags } from "../../options.ts";
import { type OpenedProject, open } from "../../project/open.ts";
import { reportFiles } from "../../report/report-files.ts";

/** A run of `compile`: the open project and its settings. */
export interface PreparedCompile {
  readonly opened: OpenedProject & { readonly host: RecordingHost };
  /** A host for the same files as `opened.host` that does not record what is read. */
  readonly disk: Host;
  readonly settings: Settings;
  readonly flags: BuildFlags;
  /** The results of `flags.formFor` so far, by absolute output folder. */
  readonly forms: ReadonlyMap<string, ImportForm>;
}

/** Opens a project without reading its files. `hostFor` may wrap the host that reads the files. */
export function prepareCompile(
  path: string,
  options: CompileFlags,
  hostFor: (found: OpenedProject) => Host = ({ host }) => host,
): PreparedCompile {
  const files = reportFiles(options.report);
  const found = open(path, options);
  const disk = hostFor(found);
  const opened = { ...found, host: recordReads(disk) };
  const { settings, known, formFor, forms } = compileSettings(options, opened);
  return {
    opened,
    disk,
    settings,
    flags: { ...options, formFor, reportFiles: files, known, command: compileCommandLine(path, options) },
    forms,
  };
}

/**
 * The cache from which a build restores toolsets of a former build. If there is no former build, nothing is restored, but the reads are
 * still recorded for the next one.
 */
export function cacheOf(former: KeptToolsets<StoredToolset> | undefined, { host }: PreparedCompile["opened"]): BuildCache {
  return { ...(former ?? { find: () => undefined, recordOf: () => "" }), reads: host.reads };
}
