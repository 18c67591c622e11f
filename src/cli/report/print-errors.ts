import type { Compilation } from "../../compile.ts";
import { thousands } from "../../diagnostic/name-list.ts";
import { printable } from "../../diagnostic/printable.ts";
import type { Finding } from "../../findings/finding.ts";
import { severityIn } from "../../findings/severities.ts";
import { type ToolsetOwner, toolsetOwners } from "../../findings/toolset-owners.ts";
import type { Program } from "../../ir/ir.ts";
import type { OpenedProject } from "../project/open.ts";
import { printFindingsAside, printMessage } from "./print.ts";
import { shownFindings } from "./shown-findings.ts";

/**
 * The errors of a project, grouped by toolset. A command that needs only some toolsets prints only the errors of these toolsets, to stderr.
 */
export interface ProjectErrors {
  /** The toolsets and tools of the project, whether they compile or not. */
  readonly owners: readonly ToolsetOwner[];
  /** Prints the errors of the selected toolsets, and the errors that belong to no toolset. Returns the exit code for the printed errors. */
  print(isWanted: (owner: ToolsetOwner) => boolean): number;
  /** Prints the same errors as `print`, and the number of errors of other toolsets, which are not shown. Returns the exit code. */
  printAndCount(isWanted: (owner: ToolsetOwner) => boolean): number;
  /** Prints errors about flags. Returns true if there are any: the command cannot run then. */
  printOfFlags(): boolean;
  /**
   * Prints the errors that belong to no toolset, and one line for each toolset that has errors. Returns the exit code for the errors that
   * belong to no toolset.
   */
  summarize(): number;
}

type ProjectAnalysis = Pick<Compilation, "project" | "definitions" | "diagnostics"> & { readonly program: Pick<Program, "toolsets"> };

/** Groups the errors of a project. `path` is the argument with which `toolsetc validate` shows all of them. */
export function projectErrors(
  { project, definitions, program, diagnostics }: ProjectAnalysis,
  { path, opened }: { readonly path: string; readonly opened: OpenedProject },
): ProjectErrors {
  const owners = toolsetOwners(project, definitions.accepted, program);
  const severityOf = severityIn(project.config);
  const errors = diagnostics.filter((found) => severityOf(found) === "error").map((found) => ({ found, of: owners.of(found) }));
  const validate = `\`toolsetc validate${path === "." ? "" : ` ${path}`}\``;

  const isShown =
    (isWanted: (owner: ToolsetOwner) => boolean) =>
    ({ of }: (typeof errors)[number]) =>
      of.length === 0 || of.some(isWanted);

  function print(isWanted: (owner: ToolsetOwner) => boolean): number {
    return printFindingsAside(shownOf(errors.filter(isShown(isWanted))), opened);
  }

  function printAndCount(isWanted: (owner: ToolsetOwner) => boolean): number {
    const shown = isShown(isWanted);
    const { length } = shownOf(errors.filter((each) => !shown(each)));
    const exitCode = print(isWanted);
    if (length > 0)
      printMessage(`${countOf(length)} of other toolsets ${length === 1 ? "is" : "are"} not shown here: ${validate} shows all errors.\n`);
    return exitCode;
  }

  function printOfFlags(): boolean {
    const ofFlags = errors.filter(({ found }) => found.place.tree.source.isFlag === true);
    printFindingsAside(shownOf(ofFlags), opened);
    return ofFlags.length > 0;
  }

  function summarize(): number {
    const exitCode = printFindingsAside(shownOf(errors.filter(({ of }) => of.length === 0)), opened);
    const lines = [...byName(owners.all)].flatMap(([name, sameName]) => {
      const { length } = shownOf(errors.filter(({ of }) => of.some((owner) => sameName.includes(owner))));
      return length === 0 ? [] : [omittedText(name, sameName, length)];
    });
    if (lines.length > 0) printMessage([...lines, `${validate} shows these errors.`, ""].join("\n"));
    return exitCode;
  }

  function shownOf(some: typeof errors): readonly Finding[] {
    return some.length === 0 ? [] : shownFindings({ project, diagnostics: some.map(({ found }) => found) });
  }

  return { owners: owners.all, print, printAndCount, printOfFlags, summarize };
}

/** Groups toolsets by name. Toolsets with the same name do not compile, and the summary has one line for all toolsets with this name. */
function byName(owners: readonly ToolsetOwner[]): ReadonlyMap<string, readonly ToolsetOwner[]> {
  const found = new Map<string, ToolsetOwner[]>();
  for (const owner of owners) {
    const name = `${owner.resource === "toolset" ? "Toolset" : "Tool"} "${printable(owner.names[0] ?? "")}"`;
    found.set(name, [...(found.get(name) ?? []), owner]);
  }
  return found;
}

function omittedText(name: string, alike: readonly ToolsetOwner[], errors: number): string {
  const [toolset] = alike.flatMap((owner) => owner.toolset ?? []);
  if (toolset === undefined) return `${name} is omitted: ${countOf(errors)}.`;
  const { failed, operations } = toolset.account;
  if (failed === 0) return `${name} has ${countOf(errors)}.`;
  return `${name} lacks ${thousands(failed)} of its ${thousands(operations)} operations: ${countOf(errors)}.`;
}

function countOf(errors: number): string {
  return `${thousands(errors)} error${errors === 1 ? "" : "s"}`;
}
