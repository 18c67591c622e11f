import { type Analysis, analyze } from "../../compile.ts";
import type { Change } from "../../contract/change.ts";
import { compareAll } from "../../contract/compare-contracts.ts";
import { exitCodes } from "../exit-codes.ts";
import { type CommonOptions, compileOptions, scopeOf } from "../options.ts";
import { type OpenedProject, open } from "../project/open.ts";
import { printFindingsAside, printMessage } from "../report/print.ts";
import { compileErrors } from "../report/shown-findings.ts";
import { type ComparedBase, contractsOf, readBase } from "./read-base.ts";

/** A project, and its changes since a base. */
export interface ComparedProject {
  readonly opened: OpenedProject;
  readonly analysis: Analysis;
  readonly base: ComparedBase;
  readonly changes: readonly Change[];
}

/** Compiles a project and compares it with its base. If the project does not compile, prints its errors and returns the exit code. */
export async function compareWithBase(
  path: string,
  against: string | undefined,
  options: CommonOptions,
): Promise<ComparedProject | number> {
  const opened = open(path, options);
  const analysis = await analyze(opened.host, { ...compileOptions(options, opened), scope: scopeOf(options, "everything") });
  const failed = printFindingsAside(compileErrors(analysis, opened));
  if (failed !== exitCodes.clean) {
    printMessage("Nothing was compared. Fix the errors first.\n");
    return failed;
  }
  return compareAnalysis(opened, analysis, against);
}

/** Compares a compiled project. Throws a `ComparisonFailure` if there is nothing to compare with. */
export async function compareAnalysis(opened: OpenedProject, analysis: Analysis, against: string | undefined): Promise<ComparedProject> {
  const base = await readBase(against, { opened, project: analysis.project });
  return { opened, analysis, base, changes: compareAll(base, contractsOf(analysis), analysis.project) };
}
