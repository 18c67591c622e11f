import type { Compilation } from "../../../compile.ts";
import { outdatedLock } from "../../../contract/lock/codes.ts";
import type { LockDrift, ToolDrift } from "../../../contract/lock/lock-drift.ts";
import { lockFolder } from "../../../contract/lock/lock-file.ts";
import { type Diagnostic, diagnostic } from "../../../diagnostic/diagnostic.ts";
import { nameList } from "../../../diagnostic/name-list.ts";
import { ComparisonFailure } from "../../../host/failure.ts";
import { readRecord } from "../../../host/output/record.ts";
import { rulesNotRun } from "../../../rules/files/codes.ts";
import { ruleFilesWithErrors } from "../../../rules/files/run-file-rules.ts";
import { fileStart } from "../../../source/text/file-start.ts";
import { shellWord } from "../../../source/text/shell-word.ts";
import { compileCommandLine } from "../../build/command-line.ts";
import { compareFolders, driftText, type OutputDrift, outputFolders } from "../../build/output-folders.ts";
import type { RunRecorder } from "../../build/repeatable-run.ts";
import { brokenToolsets } from "../../contracts/broken-toolsets.ts";
import { fingerprintTable, stepLines } from "../../contracts/change-texts.ts";
import { type ComparedProject, compareVersions, isAllKnown, unknownTexts } from "../../contracts/compare-with-base.ts";
import { contractsOf, presentVersion } from "../../contracts/compared-version.ts";
import { type ChangesData, findChanges } from "../../contracts/find-changes.ts";
import { type ComparedBase, type CompileBase, readBase } from "../../contracts/read-base.ts";
import { compareLock, type LockState } from "../../contracts/read-locks.ts";
import type { OpenedProject } from "../../project/open.ts";

/** One of the checks of `ci`. */
export interface Check {
  readonly name: "validate" | "rule files" | "compile --check" | "lock --check" | "breaking";
  /** `skipped`: there is nothing to check. `unchecked`: the check cannot read the files that it needs, so its result is unknown. */
  readonly state: "passed" | "failed" | "skipped" | "unchecked";
  /** One line of text: the result, or why there is nothing to check, with the command that resolves the problem. */
  readonly note: string;
  readonly diagnostics: readonly Diagnostic[];
  /** The text to print after the findings. */
  readonly text: string;
  /** The files of output folders that are out of date, if the check compares output. */
  readonly drift?: OutputDrift["files"];
  /** The members that the check adds to the JSON output. */
  readonly data: object;
  /** What has changed, if the check compares. */
  readonly changed?: { readonly compared: ComparedProject; readonly data: ChangesData };
}

export interface Checked {
  readonly path: string;
  readonly opened: OpenedProject;
  readonly compilation: Compilation;
  readonly recorder: RunRecorder;
}

const nothingMore = { diagnostics: [], text: "", data: {} };

/** Whether rules in files did not run although their findings would be errors; empty if none is missing. */
export function checkRules({ compilation: { diagnostics, project } }: Pick<Checked, "compilation">): Check[] {
  const missing = diagnostics.some(({ code }) => code === rulesNotRun.code) ? ruleFilesWithErrors(project.config) : [];
  if (missing.length === 0) return [];
  const names = nameList(missing.map(({ code }) => code));
  return [
    { name: "rule files", state: "unchecked", note: `${names} did not run; --allow-code runs the code of the project`, ...nothingMore },
  ];
}

/**
 * Compares the output folders with the compilation. The check is skipped if no folder has a record, since the output is then not checked
 * in.
 */
export async function checkOutput({ path, opened, compilation, recorder }: Checked): Promise<Check> {
  const name = "compile --check";
  const command = compileCommandLine(path, { allowRoot: opened.allowRoot });
  const comparable = comparableOutput(compilation);
  const folders = outputFolders(comparable, opened, {});
  for (const { out, files } of folders)
    recorder.output(
      out,
      files.map((file) => file.path),
    );
  if (folders.every(({ out }) => readRecord(out).text === ""))
    return { name, state: "skipped", note: `no output is checked in; \`${command}\` writes it`, ...nothingMore };
  if (comparable.outputs.every(({ files, restored }) => files.length + restored.length === 0) && comparable !== compilation)
    return { name, state: "unchecked", note: uncompared(compilation), ...nothingMore };
  const drift = await compareFolders(folders, compilation, opened);
  const { files } = drift;
  if (files.length === 0) return { ...nothingMore, name, state: "passed", note: "the output is up to date", drift: files };
  const { length } = files;
  const note = `${length === 1 ? "1 file is" : `${length} files are`} out of date; \`${command}\` writes ${length === 1 ? "it" : "them"}`;
  return { name, state: "failed", note, diagnostics: drift.diagnostics, text: driftText(drift, command), drift: files, data: {} };
}

/** The output to compare: without that of toolsets that did not compile, and without files that describe them together with others. */
function comparableOutput(compilation: Compilation): Pick<Compilation, "outputs" | "refused" | "project"> {
  const { names } = brokenToolsets(compilation);
  if (names.size === 0) return compilation;
  const isComparable = ({ toolset }: { readonly toolset?: string | undefined }) => toolset !== undefined && !names.has(toolset);
  const outputs = compilation.outputs.map((output) => ({ ...output, files: output.files.filter(isComparable) }));
  return { outputs, refused: compilation.refused, project: { ...compilation.project, isPart: true } };
}

/** Why nothing was compared, though something compiled. */
function uncompared(compilation: Compilation): string {
  const { titles, incomplete } = brokenToolsets(compilation);
  return `not compared, since no toolset compiles as a whole: ${nameList([...titles, ...incomplete])}`;
}

/** Compares the lock with the current contracts. */
export async function checkLock({ path, opened, compilation }: Checked): Promise<Check> {
  const name = "lock --check";
  const command = withPath("toolsetc lock", path);
  const { project, program } = compilation;
  const states = await compareLock(contractsOf(compilation), project.base, opened.host);
  if (states.length === 0 && brokenToolsets(compilation).names.size > 0)
    return { name, state: "unchecked", note: uncompared(compilation), ...nothingMore };
  if (states.every(({ change }) => change === "missing"))
    return { name, state: "skipped", note: `there is no lock; \`${command}\` writes it`, ...nothingMore };
  const newer = states.find(({ change }) => change === "too-new");
  if (newer !== undefined) {
    const note = `${newer.path} has the format ${newer.needs}, which this version of toolsetc does not know; use the version that wrote the file`;
    return { name, state: "unchecked", note, ...nothingMore };
  }
  const changed = states.filter(({ change }) => change !== "none");
  if (changed.length === 0) return { name, state: "passed", note: "the lock is up to date", ...nothingMore };
  const diagnostics = changed.map((state) => {
    const origin = program.toolsets.find((toolset) => toolset.name === state.name)?.origin;
    const place = state.change === "missing" && origin !== undefined ? origin : fileStart(state.path);
    return diagnostic(outdatedLock, { toolset: state.name, what: whatChanged(state) }, place, { toolset: state.name });
  });
  const note = `${changed.length} ${changed.length === 1 ? "toolset differs" : "toolsets differ"}; \`${command}\` writes what changed`;
  return { ...nothingMore, name, state: "failed", note, diagnostics };
}

const mostTools = 5;

function whatChanged({ change, drift }: LockState): string {
  switch (change) {
    case "missing":
      return "the toolset has no lock file";
    case "left over":
      return "the project has no such toolset";
    case "conflict":
      return "the file has an unresolved merge conflict";
    case "unreadable":
      return "the file is not a valid lock";
    default:
      return drift === undefined ? change : driftedTools(drift);
  }
}

function driftedTools({ toolset, tools }: LockDrift): string {
  const more = tools.length - mostTools;
  const parts = [...(toolset.length > 0 ? ["the toolset itself has changed"] : []), ...tools.slice(0, mostTools).map(toolText)];
  return `${parts.join(", ")}${more > 0 ? `, and ${more} more ${more === 1 ? "tool" : "tools"}` : ""}`;
}

function toolText({ tool, change }: ToolDrift): string {
  return `"${tool}" ${change === "changed" ? "has changed" : `was ${change}`}`;
}

/** The base that `against` names, by default the lock, with the findings that `ci` compares; or the reason why it cannot be read. */
export async function openBase(
  against: string | undefined,
  { opened, compilation }: Checked,
  compileBase?: CompileBase,
): Promise<ComparedBase | ComparisonFailure> {
  try {
    return await readBase(against, { opened, project: compilation.project }, compileBase);
  } catch (error) {
    if (error instanceof ComparisonFailure) return error;
    throw error;
  }
}

/** Finds breaking changes since the lock, if there is one. */
export async function checkChangesSinceLock(checked: Checked): Promise<Check> {
  const { path, opened, compilation } = checked;
  const isLock = (file: string) => file.startsWith(`${compilation.project.base}${lockFolder}`) && file.endsWith(".json");
  if ((await opened.host.list()).some(isLock)) return checkChanges(checked, await openBase(undefined, checked));
  const note = `there is no lock to compare with; \`${withPath("toolsetc ci", path)} --against origin/main\` compares with a branch`;
  return { name: "breaking", state: "skipped", note, ...nothingMore };
}

/** Finds breaking changes since a base. */
export async function checkChanges({ opened, compilation }: Checked, base: ComparedBase | ComparisonFailure): Promise<Check> {
  const name = "breaking";
  if (base instanceof ComparisonFailure) return { name, state: "unchecked", note: `${base.message} ${base.help}`, ...nothingMore };
  const compared = compareVersions(presentVersion(opened, compilation), base);
  const { diagnostics, open, openReviews, data } = await findChanges(compared);
  const breaking = open.filter(({ grade }) => grade === "breaking").length;
  const visible = open.filter(({ grade }) => grade === "model-visible").length;
  const unread = openReviews.filter(({ cause }) => cause === "source").reduce((sum, { texts }) => sum + texts.length, 0);
  const ofOthers = unread === 0 ? "" : `, ${unread} new ${unread === 1 ? "text" : "texts"} of others`;
  const hasErrors = diagnostics.some(({ severity }) => severity === "error");
  return {
    name,
    state: hasErrors ? "failed" : isAllKnown(compared) ? "passed" : "unchecked",
    note: `${breaking} breaking, ${visible} model-visible${ofOthers} since ${data.base}${unknownTexts(compared)
      .map((text) => `. ${text}`)
      .join("")}`,
    diagnostics,
    text: open.length === 0 ? "" : `${fingerprintTable(open)}${stepLines(data)}`,
    data,
    changed: { compared, data },
  };
}

/** The results of the checks that are not run if the project does not compile. These checks would report the missing tools as removed. */
export function notChecked(): Check[] {
  const names = ["compile --check", "lock --check", "breaking"] as const;
  return names.map((name) => ({ name, state: "skipped", note: "not run; fix the errors first", ...nothingMore }));
}

function withPath(command: string, path: string): string {
  return path === "." ? command : `${command} ${shellWord(path)}`;
}
