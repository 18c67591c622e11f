import { analyze } from "../../compile.ts";
import type { Change } from "../../contract/changes/change.ts";
import { comparableContracts, comparedToolsets } from "../../contract/compare/comparable-contracts.ts";
import { compareToolset } from "../../contract/compare/compare-contracts.ts";
import { reviewTexts, type TextReview } from "../../contract/texts/review-texts.ts";
import type { Diagnostic } from "../../diagnostic/diagnostic.ts";
import { nameList } from "../../diagnostic/name-list.ts";
import { isolateComparisons } from "../../findings/isolate-faults.ts";
import { isRevision } from "../../host/process/git.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import type { Place } from "../../source/tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { type CommonOptions, scopeOf, settingsOf } from "../options.ts";
import { isExisting } from "../project/find-path.ts";
import { open } from "../project/open.ts";
import { exitCodeOf, printFindingsAside, printMessage } from "../report/print.ts";
import { compileErrors } from "../report/shown-findings.ts";
import { terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { exitCodeOfSeen, isNothingComparable } from "./broken-toolsets.ts";
import { type ComparedVersion, type PresentVersion, presentVersion, withUnchanged } from "./compared-version.ts";
import { isLock, openLocks } from "./open-locks.ts";
import { type ComparedBase, type CompileBase, readBase } from "./read-base.ts";

/** A project or a lock, and its changes since a base. */
export interface ComparedProject {
  readonly base: ComparedBase;
  readonly next: PresentVersion;
  readonly changes: readonly Change[];
  /** The changed texts of the toolsets whose texts others wrote. */
  readonly reviews: readonly TextReview[];
  /** The findings about toolsets whose changes are unknown, because the comparison met a bug. */
  readonly diagnostics: readonly Diagnostic[];
}

interface Compared {
  readonly base: ComparedBase;
  readonly next: ComparedVersion;
}

/**
 * Compiles a project and compares it with its base; a lock is compared as it is. Errors are printed. Toolsets and tools that they prevent
 * from compiling are not compared, which `exitCode` says. If nothing can be compared, returns only the exit code.
 */
export async function compareWithBase(
  path: string,
  against: string | undefined,
  options: CommonOptions,
): Promise<{ readonly compared: ComparedProject; readonly exitCode: number } | number> {
  if (!isExisting(path) && isRevision(terminal().cwd(), path))
    throw new UsageError(`"${path}" is a revision, not a path. Compare with it by --against ${shellWord(path)}.`);
  if (isLock(path)) return { compared: compareVersions(...(await openLocks(path, against, options))), exitCode: exitCodes.clean };
  const opened = open(path, options);
  const analysis = await analyzeWithoutRules(opened.host, { ...settingsOf(options, opened), scope: scopeOf(options, "namesakes") });
  const errors = compileErrors(analysis);
  printFindingsAside(errors, opened);
  if (isNothingComparable(analysis, errors)) {
    printMessage("Nothing was compared. Fix the errors first.\n");
    return exitCodeOf(errors);
  }
  const base = await readBase(against, { opened, project: analysis.project }, analyzeWithoutRules);
  const compared = compareVersions(presentVersion(opened, analysis), base);
  for (const text of unknownTexts(compared)) printMessage(`${text}\n`);
  return { compared, exitCode: exitCodeOfSeen(analysis, errors) || (isAllKnown(compared) ? exitCodes.clean : exitCodes.unchecked) };
}

const analyzeWithoutRules: CompileBase = (host, settings) => analyze(host, { ...settings, runsRules: false });

/** Compares a compiled project or a lock with a base. */
export function compareVersions(next: PresentVersion, given: ComparedBase): ComparedProject {
  const base = withUnchanged(given, next);
  const { value: compared, diagnostics } = isolateComparisons(
    comparedToolsets(base, next).filter((name) => !base.unchanged.has(name)),
    (name) => [{ changes: compareToolset(name, base, next), reviews: reviewTexts(name, base, next) }],
    (name) => placeOfToolset(name, { next, base }),
  );
  const [changes, reviews] = [compared.flatMap((each) => each.changes), compared.flatMap((each) => each.reviews)];
  return { base, next, changes, reviews, diagnostics };
}

/** Whether all of both versions compiled, so that all was compared. */
export function isAllKnown({ base, next }: Compared): boolean {
  return [base, next].every(({ unknown, incomplete }) => unknown.length + incomplete.size === 0);
}

/** Sentences that say which toolsets and tools were not compared; empty if all were. */
export function unknownTexts({ base, next }: Compared): string[] {
  const before = base.unknown.filter((name) => !next.unknown.includes(name));
  const [were, are] = [incompleteIn("former", { base, next }), incompleteIn("next", { base, next })];
  const firstError = ` The first error is in ${base.firstError}`;
  return [
    ...(next.unknown.length === 0 ? [] : [`Not compared, since the present definitions do not compile: ${nameList(next.unknown)}.`]),
    ...(are === "" ? [] : [`Compared in part, since the present definitions do not compile as a whole: ${are}.`]),
    ...(before.length === 0 ? [] : [`Not compared, since those of ${base.name} do not compile: ${nameList(before)}.${firstError}`]),
    ...(were === "" ? [] : [`Compared in part, since those of ${base.name} do not compile as a whole: ${were}.${firstError}`]),
  ];
}

/** The toolsets that one version has only in part, with the tools of the other version that were therefore not compared. */
function incompleteIn(version: "former" | "next", { base, next }: Compared): string {
  const names = [...(version === "former" ? base : next).incomplete].filter((name) => !base.broken.has(name) && !next.broken.has(name));
  return names
    .map((name) => {
      const unseen = comparableContracts(name, base, next).missing[version];
      return unseen.length === 0 ? `"${name}"` : `"${name}" without ${nameList(unseen)}`;
    })
    .join("; ");
}

/** The place where a toolset is defined or, if it was removed, where it was defined. */
export function placeOfToolset(toolset: string, { next, base }: Compared): Place {
  const place = next.places.get(toolset) ?? base.places.get(toolset);
  if (place === undefined) throw new Error(`The toolset ${toolset} is defined neither now nor before.`);
  return place;
}
