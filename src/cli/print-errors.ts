import type { Analysis } from "../compile.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { thousands } from "../diagnostic/name-list.ts";
import type { Finding } from "../diagnostic/report.ts";
import { type Owner, toolsetOwners } from "../lower/toolset-owners.ts";
import { findingsOf } from "../report.ts";
import { printFindingsAside } from "./print.ts";

/** The errors of a project by whom they are about, for commands that were asked for a part of it. They go to stderr. */
export interface ProjectErrors {
  /** The toolsets and tools of the project, whether they compile or not. */
  readonly owners: readonly Owner[];
  /** Prints those about whoever is wanted, or about nobody in particular. Gives the exit code of what it printed. */
  print(isWanted: (owner: Owner) => boolean): number;
  /** The same where nobody knows who was meant, so that the others are counted. */
  printAndCount(isWanted: (owner: Owner) => boolean): number;
  /** Prints those about nobody in particular, and one line for each toolset that has others. */
  summarize(): number;
}

/** `path` is what `toolsetc validate` takes for the same project. */
export function projectErrors(analysis: Analysis, path: string): ProjectErrors {
  const { project, definitions, program } = analysis;
  const owners = toolsetOwners(project, definitions.accepted, program);
  const severityOf = ({ code, severity }: Diagnostic) => project.config.severities.get(code)?.value ?? severity;
  const errors = analysis.diagnostics.filter((found) => severityOf(found) === "error").map((found) => ({ found, of: owners.of(found) }));
  const validate = `\`toolsetc validate${path === "." ? "" : ` ${path}`}\``;

  const isShown =
    (isWanted: (owner: Owner) => boolean) =>
    ({ of }: (typeof errors)[number]) =>
      of.length === 0 || of.some(isWanted);

  function print(isWanted: (owner: Owner) => boolean): number {
    return printFindingsAside(shownOf(errors.filter(isShown(isWanted))));
  }

  function printAndCount(isWanted: (owner: Owner) => boolean): number {
    const shown = isShown(isWanted);
    const { length } = shownOf(errors.filter((each) => !shown(each)));
    const exitCode = print(isWanted);
    if (length > 0) say(`${countOf(length)} of other toolsets ${length === 1 ? "is" : "are"} not shown here: ${validate} has all.`);
    return exitCode;
  }

  function summarize(): number {
    const exitCode = printFindingsAside(shownOf(errors.filter(({ of }) => of.length === 0)));
    const lines = owners.all.flatMap((owner) => {
      const { length } = shownOf(errors.filter(({ of }) => of.includes(owner)));
      return length === 0 ? [] : [costOf(owner, length)];
    });
    if (lines.length > 0) say([...lines, `${validate} shows them.`].join("\n"));
    return exitCode;
  }

  function shownOf(some: typeof errors): Finding[] {
    return some.length === 0 ? [] : findingsOf({ project, diagnostics: some.map(({ found }) => found) });
  }

  return { owners: owners.all, print, printAndCount, summarize };
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function costOf({ resource, names: [name], toolset }: Owner, errors: number): string {
  const what = `${resource === "toolset" ? "Toolset" : "Tool"} "${name}"`;
  if (toolset === undefined) return `${what} is left out: ${countOf(errors)}.`;
  const { failed, operations } = toolset.account;
  if (failed === 0) return `${what} has ${countOf(errors)}.`;
  return `${what} lacks ${thousands(failed)} of its ${thousands(operations)} operations: ${countOf(errors)}.`;
}

function countOf(errors: number): string {
  return `${thousands(errors)} error${errors === 1 ? "" : "s"}`;
}
