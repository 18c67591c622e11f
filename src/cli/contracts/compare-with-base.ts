import { analyze, type Compilation } from "../../compile.ts";
import type { Change } from "../../contract/change.ts";
import { comparedToolsets, compareToolset } from "../../contract/compare-contracts.ts";
import { reviewTexts, type TextReview } from "../../contract/review-texts.ts";
import type { Diagnostic } from "../../diagnostic/diagnostic.ts";
import { isolateComparisons } from "../../findings/isolate-faults.ts";
import { isRevision } from "../../host/process/git.ts";
import { shellWord } from "../../source/text/shell-word.ts";
import type { Place } from "../../source/tree.ts";
import { exitCodes } from "../exit-codes.ts";
import { type CommonOptions, compileOptions, scopeOf } from "../options.ts";
import { isExisting } from "../project/find-path.ts";
import { type OpenedProject, open } from "../project/open.ts";
import { printFindingsAside, printMessage } from "../report/print.ts";
import { compileErrors } from "../report/shown-findings.ts";
import { terminal } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { type ComparedBase, contractsOf, readBase } from "./read-base.ts";

/** A project, and its changes since a base. */
export interface ComparedProject {
  readonly opened: OpenedProject;
  readonly analysis: Compilation;
  readonly base: ComparedBase;
  readonly changes: readonly Change[];
  /** The changed texts of the toolsets whose texts others wrote. */
  readonly reviews: readonly TextReview[];
  /** The findings about toolsets whose changes are unknown, because the comparison met a bug. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compiles a project and compares it with its base. If the project does not compile, prints its errors and returns the exit code. */
export async function compareWithBase(
  path: string,
  against: string | undefined,
  options: CommonOptions,
): Promise<ComparedProject | number> {
  if (!isExisting(path) && isRevision(terminal().cwd(), path))
    throw new UsageError(`"${path}" is a revision, not a path. Compare with it by --against ${shellWord(path)}.`);
  const opened = open(path, options);
  const analysis = await analyze(opened.host, { ...compileOptions(options, opened), scope: scopeOf(options, "everything") });
  const failed = printFindingsAside(compileErrors(analysis), opened);
  if (failed !== exitCodes.clean) {
    printMessage("Nothing was compared. Fix the errors first.\n");
    return failed;
  }
  return compareAnalysis(opened, analysis, against);
}

/** Compares a compiled project. Throws a `ComparisonFailure` if there is nothing to compare with. */
export async function compareAnalysis(opened: OpenedProject, analysis: Compilation, against: string | undefined): Promise<ComparedProject> {
  const { project } = analysis;
  const base = await readBase(against, { opened, project });
  const next = contractsOf(analysis);
  const { value: compared, diagnostics } = isolateComparisons(
    comparedToolsets(base, next, project),
    (name) => [{ changes: compareToolset(name, base, next), reviews: reviewTexts(name, base, next) }],
    (name) => placeOfToolset(name, { analysis, base }),
  );
  const [changes, reviews] = [compared.flatMap((each) => each.changes), compared.flatMap((each) => each.reviews)];
  return { opened, analysis, base, changes, reviews, diagnostics };
}

/** The place where a toolset is defined or, if it was removed, where it was defined. */
export function placeOfToolset(toolset: string, { analysis, base }: Pick<ComparedProject, "analysis" | "base">): Place {
  const place = analysis.program.toolsets.find(({ name }) => name === toolset)?.origin ?? base.places.get(toolset);
  if (place === undefined) throw new Error(`The toolset ${toolset} is defined neither now nor before.`);
  return place;
}
