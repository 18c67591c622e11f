import { writeCache } from "../../host/cache.ts";
import { recordName } from "../../host/output/record.ts";
import { type StampedFolder, stampFiles, stampOutput } from "../../host/output/written-run.ts";
import { type RecordingHost, recordReads } from "../../host/reads.ts";
import { formKey, type ImportForm } from "../../host/tsconfig.ts";
import type { Host } from "../../project/load.ts";
import { givenFlags, type ProjectFlags, projectFlags } from "../compile-flags.ts";
import { exitCodes } from "../exit-codes.ts";
import type { OpenedProject } from "../project/open.ts";
import { recordPrinted } from "../report/print.ts";
import { terminal } from "../terminal.ts";
import { runFile } from "./run-key.ts";

/** Records what the result of a run depends on. A run must read all files, except its own output, through the hosts of its recorder. */
export interface RunRecorder {
  /** A host for the same files in the folder `root`. */
  readonly host: (root: string, host: Host) => Host;
  /** The same project, with a recording host. */
  readonly opened: (opened: OpenedProject) => OpenedProject;
  /** Records files of an output folder. Must be called before they are read, so that no change during the run is missed. */
  readonly output: (folder: string, paths: readonly string[]) => void;
  /** Records how imports are written in output folders. */
  readonly forms: (forms: ReadonlyMap<string, ImportForm>) => void;
}

export const unrecorded: RunRecorder = { host: (_root, host) => host, opened: (opened) => opened, output: () => {}, forms: () => {} };

/**
 * Runs a command that only reads and prints. Saves what it read and printed, so that the next run with the same arguments repeats it if it
 * would read the same. A run with a flag that writes a file or reads elsewhere is not saved, and neither is one that failed.
 */
export async function runRepeatable(flags: ProjectFlags, run: (recorder: RunRecorder) => Promise<number>): Promise<number> {
  const isCached = givenFlags(projectFlags, flags).every(({ cached }) => cached);
  const file = isCached ? runFile() : undefined;
  if (file === undefined) return run(unrecorded);
  const hosts: { readonly root: string; readonly host: RecordingHost }[] = [];
  const outputs: StampedFolder[] = [];
  const imports = new Map<string, string>();
  const host = (root: string, inner: Host) => {
    const recording = recordReads(inner);
    hosts.push({ root, host: recording });
    return recording;
  };
  const recorder: RunRecorder = {
    host,
    opened: (opened) => {
      // If the project is itself output, whose write is interrupted later, the next run completes it first.
      outputs.push(stampFiles(opened.root, [recordName]));
      return { ...opened, host: host(opened.root, opened.host) };
    },
    output: (folder, paths) => void outputs.push(stampOutput(folder, paths)),
    forms: (forms) => {
      for (const [folder, form] of forms) imports.set(folder, formKey(form));
    },
  };
  const { result: exitCode, printed } = await recordPrinted(() => run(recorder));
  // A file that cannot be read is not among the recorded reads, but it ends the run with another exit code.
  const isKnown = exitCode === exitCodes.clean || exitCode === exitCodes.findings || exitCode === exitCodes.unchecked;
  const isRepeatable = isKnown && terminal().exitCode !== exitCodes.bug;
  if (isRepeatable)
    writeCache(file, () => ({
      projects: hosts.map((each) => ({ root: each.root, ...each.host.reads() })),
      outputs,
      imports: [...imports],
      printed,
      exitCode,
    }));
  return exitCode;
}
