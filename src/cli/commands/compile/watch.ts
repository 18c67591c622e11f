import { dirname, join } from "node:path";
import { listFolders } from "../../../host/disk.ts";
import { isSystemError } from "../../../host/failure.ts";
import { type Reads, readAgain, readPaths } from "../../../host/reads.ts";
import { type WatchedFolders, watchFolders } from "../../../host/watch-folders.ts";
import { toolsetOwners } from "../../../relevance/toolset-owners.ts";
import { reportOf } from "../../../report.ts";
import { originOfValue } from "../../../source/tree.ts";
import { type BuiltProject, buildProject, reportBuild } from "../../compile-project.ts";
import { exitCodes } from "../../exit-codes.ts";
import type { CompileFlags } from "../../options.ts";
import { countText, print, printError, printReport, reportText } from "../../print.ts";
import { writeReports } from "../../report-files.ts";
import { fromHere } from "../../shown-findings.ts";
import { terminal } from "../../terminal.ts";
import { tuneEngine } from "../../tune-engine.ts";
import { UsageError } from "../../usage-error.ts";
import { type PreparedCompile, prepareCompile } from "./prepare.ts";
import { type Changes, queueChanges } from "./queue-changes.ts";

/** How long to wait for a further change before the whole project is built again, in milliseconds. */
const idle = 300;

/** A project that is built in less time, in milliseconds, is always built whole. */
const shortBuild = 100;

interface Build {
  readonly prepared: PreparedCompile;
  readonly built: BuiltProject;
  readonly reads: Reads;
  readonly milliseconds: number;
}

/**
 * Compiles, and again after each change of a file that was read, until it is interrupted. In a project that takes long, the toolsets
 * that a change concerns are built at once, and the whole project when no other change follows.
 */
export async function watchCompile(path: string, options: CompileFlags): Promise<number> {
  if (options.check) throw new UsageError("--watch writes the output, and --check only compares it. Use one of them.");
  if (options.format !== "text") throw new UsageError("--watch prints text. Omit --format; --report writes files of any format.");
  tuneEngine();
  const changes = queueChanges();
  const folders = watchFolders(changes.add);
  terminal().once("SIGINT", changes.end);
  terminal().once("SIGTERM", changes.end);
  try {
    await watch(() => prepareCompile(path, options), changes, folders);
  } finally {
    folders.close();
    terminal().off("SIGINT", changes.end);
    terminal().off("SIGTERM", changes.end);
  }
  return exitCodes.clean;
}

async function watch(prepare: () => PreparedCompile, changes: Changes, folders: WatchedFolders): Promise<void> {
  let whole = await build(prepare());
  let { reads } = whole;
  let isPartial = false;
  reportBuild(whole.built, whole.prepared.opened, whole.prepared.flags);
  print(`Watching ${readPaths(reads).length} files. Press Ctrl+C to end.\n`);
  for (;;) {
    folders.set(foldersOf(whole.prepared, reads));
    const { changed, ...now } = await readAgain(reads, whole.prepared.disk);
    const isChanged = changed.length > 0 || now.listing !== reads.listing;
    if (!isChanged) {
      const next = await changes.next(isPartial ? idle : undefined);
      if (next === "end") return;
      if (next === "change") continue;
    }
    const names = isChanged && now.listing === reads.listing ? changedToolsets(changed, whole) : undefined;
    reads = now;
    const part = names && (await unlessFailed(() => build(partOf(prepare(), names))));
    // With another name or none, a toolset is not found by the one that it had.
    if (part !== undefined && part.built.errors !== exitCodes.usage) {
      reads = { ...now, reads: [...new Map([...now.reads, ...part.reads.reads])] };
      printBuild(part, changed);
      isPartial = true;
      continue;
    }
    const next = await unlessFailed(() => build(prepare()));
    if (next !== undefined) {
      const { prepared, built } = next;
      writeReports(reportOf(built.compilation, built.shown, prepared.flags), prepared.flags.reportFiles);
      // After parts, only what they did not show is news.
      if (isChanged || countWritten(built) > 0 || countText(built.shown) !== countText(whole.built.shown)) printBuild(next, changed);
      whole = next;
      ({ reads } = next);
    }
    isPartial = false;
  }
}

/** Returns the result. After a user error, prints the error and returns `undefined`: the next change may correct the error. */
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

async function build(prepared: PreparedCompile): Promise<Build> {
  const { opened, settings, flags } = prepared;
  const started = performance.now();
  const built = await buildProject(opened, settings, flags);
  return { prepared, built, reads: opened.host.reads(), milliseconds: performance.now() - started };
}

function partOf(prepared: PreparedCompile, toolsets: readonly string[]): PreparedCompile {
  return { ...prepared, settings: { ...prepared.settings, scope: { toolsets, named: [], beside: "namesakes" } } };
}

/** The names of the toolsets that changed files concern; `undefined` if they concern the project, or if the whole is built as fast. */
function changedToolsets(changed: readonly string[], { prepared, built, milliseconds }: Build): readonly string[] | undefined {
  const { project, definitions, program } = built.compilation;
  if (milliseconds < shortBuild || project.isPart || prepared.opened.input.kind !== "project") return undefined;
  const owners = toolsetOwners(project, definitions.accepted, program);
  const ofChanged = changed.map((path) => {
    const tree = project.files.get(path);
    return tree === undefined ? [] : owners.of({ toolset: undefined, tool: undefined, place: originOfValue(tree, []) });
  });
  const names = new Set(ofChanged.flatMap((all) => all.flatMap(({ names: [name] }) => name ?? [])));
  return ofChanged.some((all) => all.length === 0) || names.size === owners.all.length ? undefined : [...names];
}

/** Those of the project, in which files may be added, and those of what was read or would be read. */
function foldersOf({ opened, forms }: PreparedCompile, { reads, listing }: Reads): string[] {
  const ofReads = reads.map(([path]) => dirname(join(opened.root, path)));
  const ofProjects = [...forms.values()].flatMap(({ files }) => files.map((path) => dirname(path)));
  return [...new Set([...ofReads, ...ofProjects, ...(listing === null ? [] : listFolders(opened.root))])];
}

/** One line, and before it the errors, if there are any. */
function printBuild({ prepared: { opened, flags }, built, milliseconds }: Build, changed: readonly string[]): void {
  const { compilation, shown } = built;
  if (shown.findings.some(({ severity }) => severity === "error"))
    printReport(reportText(reportOf(compilation, shown, flags), { format: "text", quiet: true }), "text");
  const [first, ...others] = changed.map((path) => fromHere(path, opened.root));
  const what = first === undefined ? "" : `${first}${others.length === 0 ? "" : ` and ${others.length} more`}: `;
  const count = countWritten(built);
  const time = new Date().toTimeString().slice(0, 8);
  print(`${time} ${what}${count} file${count === 1 ? "" : "s"} written in ${(milliseconds / 1000).toFixed(2)} s; ${countText(shown)}\n`);
}

function countWritten({ written }: BuiltProject): number {
  return written.reduce((sum, { added, changed, removed }) => sum + added.length + changed.length + removed.length, 0);
}
