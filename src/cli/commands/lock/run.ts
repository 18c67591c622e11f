import { analyze } from "../../../compile.ts";
import type { Contracts } from "../../../contract/compare/comparable-contracts.ts";
import type { LockDrift, ToolDrift } from "../../../contract/lock/lock-drift.ts";
import { lockFolder, lockText } from "../../../contract/lock/lock-file.ts";
import { removeFiles, writeTexts } from "../../../host/write-texts.ts";
import { contractsOf } from "../../contracts/compared-version.ts";
import { compareLock, type LockState } from "../../contracts/read-locks.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, scopeOf, settingsOf } from "../../options.ts";
import { open } from "../../project/open.ts";
import { printFindingsAside, printJson, printMessage, printWrapped, refuseToWrite } from "../../report/print.ts";
import { compileErrors } from "../../report/shown-findings.ts";
import { fromHere } from "../../report/with-paths.ts";
import { version } from "../../version.ts";

interface LockFlags extends CommonOptions {
  readonly check?: boolean;
}

/** Writes the contract of each toolset to the lock. With `--check`, only compares the contracts with the lock. */
export async function runLock(path: string, options: LockFlags): Promise<number> {
  const opened = open(path, options);
  const settings = { ...settingsOf(options, opened), scope: scopeOf(options, "namesakes"), runsRules: false };
  const analysis = await analyze(opened.host, settings);
  const failed = printFindingsAside(compileErrors(analysis), opened);
  if (failed !== exitCodes.clean) return refuseToWrite(failed);

  const { project } = analysis;
  const contracts = contractsOf(analysis);
  const states = await compareLock(contracts, project.base, opened.host);
  const newer = states.find(({ change }) => change === "too-new");
  if (newer !== undefined) {
    printMessage(
      `error: ${fromHere(newer.path, opened.root)} has the format ${newer.needs}, which this version of toolsetc does not know.\n  help: A later version of toolsetc wrote the file. Use that version or a later one.\n`,
    );
    return exitCodes.unchecked;
  }
  const shown = states.map((state) => ({ ...state, path: fromHere(state.path, opened.root) }));
  const changed = states.filter(({ change }) => change !== "none");
  if (!options.check) {
    const isLeft = ({ change }: LockState) => change === "left over";
    const texts = states
      .filter((state) => (state.change !== "none" || state.isFormer) && !isLeft(state))
      .map(({ path: file, name }) => [file, lockOf(name, contracts)] as const);
    writeTexts(opened.root, new Map(texts));
    removeFiles(
      opened.root,
      changed.filter(isLeft).map(({ path: file }) => file),
    );
  }
  if (options.format === "json")
    printJson({ formatVersion: "1.0", locks: shown.map(({ needs: _needs, isFormer: _isFormer, ...state }) => state) });
  else printWrapped(options.check ? checkText(shown, version) : writtenText(shown, fromHere(`${project.base}${lockFolder}`, opened.root)));
  return options.check && changed.length > 0 ? exitCodes.findings : exitCodes.clean;
}

function lockOf(name: string, { contracts, uses, sources }: Contracts): string {
  const [contract, use] = [contracts.get(name), uses.get(name)];
  if (contract === undefined || use === undefined) throw new Error(`The toolset ${name} has no contract.`);
  return lockText(contract, { compiler: version, use, source: sources.get(name) });
}

function writtenText(states: readonly LockState[], folder: string): string {
  const lines = states.flatMap(({ path, change, drift, isFormer }) =>
    change === "none"
      ? isFormer
        ? [`written in the present form: ${path}\n`]
        : []
      : [`${change === "left over" ? "removed" : change === "missing" ? "added" : "changed"}: ${path}\n${driftLines(drift)}`],
  );
  const unchanged = states.length - lines.length;
  return `${lines.join("")}${folder}: ${lines.length} changed, ${unchanged} unchanged\n`;
}

function checkText(states: readonly LockState[], current: string): string {
  const changed = states.filter(({ change }) => change !== "none");
  if (changed.length === 0) return "The lock is up to date.\n";
  const older = [...new Set(states.flatMap(({ compiler }) => (compiler === "" || compiler === current ? [] : [compiler])))];
  const upgrade =
    older.length === 0
      ? ""
      : `The lock was written by toolsetc ${older.join(" and ")}, but this is version ${current}. The other version may be the reason for the differences.\n`;
  const lines = changed.map(({ path, change, drift }) => `${change}: ${path}\n${driftLines(drift)}`);
  return `${upgrade}${lines.join("")}The lock is out of date. Review the changes, run \`toolsetc lock\`, and commit the written files.\n`;
}

/** The maximum number of changed tools that are printed for one lock. A change of one document may change all of its tools. */
const mostTools = 20;
const mostPointers = 5;

function driftLines(drift: LockDrift | undefined): string {
  if (drift === undefined) return "";
  const tools = drift.tools.slice(0, mostTools).map(toolLine);
  const more = drift.tools.length - tools.length;
  return [
    ...(drift.toolset.length > 0 ? [`  the toolset: ${listed(drift.toolset)}\n`] : []),
    ...tools,
    ...(more > 0 ? [`  … and ${more} more tools\n`] : []),
  ].join("");
}

function toolLine({ tool, change, pointers }: ToolDrift): string {
  return change === "changed" ? `  ${tool}: ${listed(pointers)}\n` : `  ${tool} is ${change}\n`;
}

function listed(pointers: readonly string[]): string {
  const shown = pointers.slice(0, mostPointers).map((pointer) => pointer.slice(1));
  const more = pointers.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
