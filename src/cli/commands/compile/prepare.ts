import { resolve } from "node:path";
import type { Settings } from "../../../compile.ts";
import { type RecordingHost, recordReads } from "../../../host/reads.ts";
import { type Hashes, readRecord } from "../../../host/record.ts";
import { type ImportForm, importForm } from "../../../host/tsconfig.ts";
import type { Host } from "../../../project/load.ts";
import { compileCommandLine } from "../../command-line.ts";
import type { ReportedFlags } from "../../compile-project.ts";
import { type OpenedProject, open } from "../../open.ts";
import { baselinePath, type CompileFlags, compileOptions, scopeOf } from "../../options.ts";
import { reportFiles } from "../../report-files.ts";

/** What `compile` was asked to do. */
export interface PreparedCompile {
  readonly opened: OpenedProject & { readonly host: RecordingHost };
  /** The same files, whose reads are not recorded. */
  readonly disk: Host;
  readonly settings: Settings;
  readonly flags: ReportedFlags;
  /** The forms of imports that were asked for, by output folder. */
  readonly forms: ReadonlyMap<string, ImportForm>;
}

/** Opens the project, and reads nothing of it yet. */
export function prepareCompile(path: string, options: CompileFlags): PreparedCompile {
  const files = reportFiles(options.report);
  const found = open(path, options);
  const opened = { ...found, host: recordReads(found.host) };
  const folderOf = (out: string) => resolve(opened.base, options.out ?? out);
  const forms = new Map<string, ImportForm>();
  const formFor = (out: string): ImportForm => {
    const folder = folderOf(out);
    const form = forms.get(folder) ?? importForm(folder);
    forms.set(folder, form);
    return form;
  };
  const records = new Map<string, Hashes>();
  const recordOf = (folder: string): Hashes => {
    const hashes = records.get(folder) ?? readRecord(folder).hashes;
    records.set(folder, hashes);
    return hashes;
  };
  const known = baselinePath(options, opened);
  const given = compileOptions(options, opened);
  const settings = {
    ...given,
    files: [...given.files, ...(known === undefined ? [] : [known])],
    // Names must be unique in the whole project, so all of it is analyzed even if only a part is written.
    scope: scopeOf(options, "everything"),
    targetDefaults: (out: string) => ({ importExtension: formFor(out).extension }),
    isThere: (out: string, file: string) => recordOf(folderOf(out)).has(file),
  };
  return {
    opened,
    disk: found.host,
    settings,
    flags: { ...options, formFor, reportFiles: files, known, command: compileCommandLine(path, options) },
    forms,
  };
}
