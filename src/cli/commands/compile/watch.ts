import { dirname, join } from "node:path";
import { reportOf } from "../../../findings/findings-of.ts";
import { listFolders } from "../../../host/disk.ts";
import { isSystemError } from "../../../host/failure.ts";
import { keepUnchanged } from "../../../host/keep-unchanged.ts";
import { keepToolsets, nothingKept, stampFolders } from "../../../host/output/written-run.ts";
import { changedPaths, isSameContent, type Reads, readAgain, readPaths } from "../../../host/reads.ts";
import { type WatchedFolders, watchFolders } from "../../../host/watch-folders.ts";
import type { StoredToolset } from "../../../incremental/stored-toolsets.ts";
import type { Host } from "../../../project/load.ts";
import { type BuiltProject, buildProject, reportBuild } from "../../build/compile-project.ts";
import { type PreparedCompile, prepareCompile } from "../../build/prepare-compile.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CompileFlags } from "../../options.ts";
import type { OpenedProject } from "../../project/open.ts";
import { countText, print, printError, printReport, reportText } from "../../report/print.ts";
import { writeReports } from "../../report/report-files.ts";
import { fromHere } from "../../report/with-paths.ts";
import { terminal } from "../../terminal.ts";
import { UsageError } from "../../usage-error.ts";

interface Build {
  readonly prepared: PreparedCompile;
  readonly built: BuiltProject;
  readonly reads: Reads;
  /** The toolsets that the next build may restore if their files are unchanged. `undefined` if nothing can be restored. */
  readonly restorable: Restorable | undefined;
  readonly milliseconds: number;
}

type Restorable = Parameters<typeof keepToolsets<StoredToolset>>[0];

/**
 * Compiles a project, and compiles it again after each change of a file that was read. A signal ends the command. Toolsets without changes
 * are restored.
 */
export async function watchCompile(path: string, options: CompileFlags): Promise<number> {
  if (options.check) throw new UsageError("--watch writes the output, and --check only compares it. Omit one of the two flags.");
  if (options.format !== "text")
    throw new UsageError("--watch prints only text. Omit --format. To write other formats into files, use --report.");
  const changes = queueChanges();
  const folders = watchFolders(changes.add);
  terminal().once("SIGINT", changes.end);
  terminal().once("SIGTERM", changes.end);
  try {
    const hostFor = createHostKeeper();
    await watch(() => prepareCompile(path, options, hostFor), changes, folders, path);
  } finally {
    folders.close();
    terminal().off("SIGINT", changes.end);
    terminal().off("SIGTERM", changes.end);
  }
  return exitCodes.clean;
}

async function watch(prepare: () => PreparedCompile, changes: Changes, folders: WatchedFolders, path: string): Promise<void> {
  let last = await build(prepare(), undefined);
  let { reads } = last;
  reportBuild(last.built, last.prepared);
  print(`Watching ${readPaths(reads).length} files${path === "." ? "" : ` of ${path}`}. Press Ctrl+C to end.\n`);
  for (;;) {
    folders.set(foldersOf(last.prepared, reads));
    const before = reads;
    reads = await readAgain(before, last.prepared.disk);
    if (isSameContent(before, reads)) {
      if ((await changes.next()) === "end") return;
      continue;
    }
    const next = await unlessFailed(() => build(prepare(), last.restorable));
    if (next === undefined) continue;
    const { prepared, built } = next;
    writeReports({ ...reportOf(built.compilation, built.shown, prepared.flags), root: prepared.opened.root }, prepared.reportFiles);
    // A file may have changed between `readAgain` and the build, and only the build reads files that were not read before.
    const changed = new Set([...changedPaths(before, reads), ...changedPaths(reads, next.reads)]);
    if (changed.size > 0) printBuild(next, [...changed]);
    last = next;
    ({ reads } = next);
  }
}

/** Returns a function that keeps the content of files between builds, so that unchanged files are neither read nor parsed again. */
function createHostKeeper(): (found: OpenedProject) => Host {
  let kept: { readonly root: string; readonly host: Host } | undefined;
  return ({ host, root }) => {
    if (kept?.root !== root) kept = { root, host: keepUnchanged(host, root) };
    return kept.host;
  };
}

/**
 * Returns the result of `work`. After an error that the user can correct, prints the error and returns `undefined`, since the next change
 * may correct it.
 */
async function unlessFailed(work: () => Promise<Build>): Promise<Build | undefined> {
  try {
    return await work();
  } catch (error) {
    const isExpected = error instanceof Error && (["UsageError", "Failure"].includes(error.name) || isSystemError(error));
    if (!isExpected) throw error;
    printError(error.message, "help" in error ? String(error.help) : undefined);
    return undefined;
  }
}

async function build(prepared: PreparedCompile, restorable: Restorable | undefined): Promise<Build> {
  const { opened } = prepared;
  const started = performance.now();
  const former = restorable === undefined ? nothingKept : keepToolsets(restorable);
  const built = await buildProject(prepared, former);
  const outputs = stampFolders(built.written, former);
  return {
    prepared,
    built,
    reads: opened.host.reads(),
    restorable: outputs && { folders: built.folders, toolsets: built.toolsets, outputs },
    milliseconds: performance.now() - started,
  };
}

/**
 * The folders to watch: the folders of the project, where files may be added, and the folders of all files that were read or looked for.
 */
function foldersOf({ opened, forms }: PreparedCompile, { reads, listing }: Reads): string[] {
  const ofReads = reads.map(([path]) => dirname(join(opened.root, path)));
  const ofProjects = [...forms.values()].flatMap(({ files }) => files.map((path) => dirname(path)));
  return [...new Set([...ofReads, ...ofProjects, ...(listing === null ? [] : listFolders(opened.root))])];
}

/** Prints the errors of a build, then one line about the build. */
function printBuild({ prepared: { opened, flags }, built, milliseconds }: Build, changed: readonly string[]): void {
  const { compilation, shown } = built;
  if (shown.findings.some(({ severity }) => severity === "error"))
    printReport(reportText({ ...reportOf(compilation, shown, flags), root: opened.root }, { format: "text", quiet: true }), "text");
  const [first, ...others] = changed.map((path) => fromHere(path, opened.root));
  const what = `${first}${others.length === 0 ? "" : ` and ${others.length} more`}`;
  const count = countWritten(built);
  const time = new Date().toTimeString().slice(0, 8);
  print(`${time} ${what}: ${count} file${count === 1 ? "" : "s"} written in ${(milliseconds / 1000).toFixed(2)} s; ${countText(shown)}\n`);
}

function countWritten({ written }: BuiltProject): number {
  return written.reduce((sum, { added, changed, removed }) => sum + added.length + changed.length + removed.length, 0);
}

/** A queue for the changes of watched files, and for the signal that ends the command. */
interface Changes {
  readonly add: () => void;
  readonly end: () => void;
  /** Waits for a change of files, or for the signal that ends the command. */
  readonly next: () => Promise<"change" | "end">;
}

/** Creates an empty queue. All changes since the last call of `next` are returned as one change. */
function queueChanges(): Changes {
  let kept: "change" | "end" | undefined;
  let wake = () => {};
  const keep = (next: "change" | "end") => {
    if (kept !== "end") kept = next;
    wake();
  };
  return {
    add: () => keep("change"),
    end: () => keep("end"),
    next: async () => {
      if (kept === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      if (kept === "end") return "end";
      kept = undefined;
      return "change";
    },
  };
}
