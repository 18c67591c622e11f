import type { Analysis } from "../compile.ts";
import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import { thousands } from "../diagnostic/name-list.ts";
import { printable } from "../diagnostic/printable.ts";
import type { Finding } from "../diagnostic/report.ts";
import type { Program } from "../ir/ir.ts";
import { type ToolsetOwner, toolsetOwners } from "../relevance/toolset-owners.ts";
import type { OpenedProject } from "./open.ts";
import { printFindingsAside, printMessage } from "./print.ts";
import { shownFindings } from "./shown-findings.ts";

/** The errors of a project by whom they are about, for commands that were asked for a part of it. They go to stderr. */
export interface ProjectErrors {
  /** The toolsets and tools of the project, whether they compile or not. */
  readonly owners: readonly ToolsetOwner[];
  /** Prints those about whoever is wanted, or about nobody in particular. Gives the exit code of what it printed. */
  print(isWanted: (owner: ToolsetOwner) => boolean): number;
  /** The same where nobody knows who was meant, so that the others are counted. */
  printAndCount(isWanted: (owner: ToolsetOwner) => boolean): number;
  /** Prints those about flags, and says whether there are any: what was asked for cannot be done as asked. */
  printOfFlags(): boolean;
  /** Prints those about nobody in particular, and one line for each toolset that has others. */
  summarize(): number;
}

type ProjectAnalysis = Pick<Analysis, "project" | "definitions" | "diagnostics"> & { readonly program: Pick<Program, "toolsets"> };

/** `path` is what `toolsetc validate` takes for the same. */
export function projectErrors(
  { project, definitions, program, diagnostics }: ProjectAnalysis,
  { path, opened }: { readonly path: string; readonly opened: OpenedProject },
): ProjectErrors {
  const owners = toolsetOwners(project, definitions.accepted, program);
  const severityOf = ({ code, severity }: Diagnostic) => project.config.severities.get(code)?.value ?? severity;
  const errors = diagnostics.filter((found) => severityOf(found) === "error").map((found) => ({ found, of: owners.of(found) }));
  const validate = `\`toolsetc validate${path === "." ? "" : ` ${path}`}\``;

  const isShown =
    (isWanted: (owner: ToolsetOwner) => boolean) =>
    ({ of }: (typeof errors)[number]) =>
      of.length === 0 || of.some(isWanted);

  function print(isWanted: (owner: ToolsetOwner) => boolean): number {
    return printFindingsAside(shownOf(errors.filter(isShown(isWanted))));
  }

  function printAndCount(isWanted: (owner: ToolsetOwner) => boolean): number {
    const shown = isShown(isWanted);
    const { length } = shownOf(errors.filter((each) => !shown(each)));
    const exitCode = print(isWanted);
    if (length > 0)
      printMessage(`${countOf(length)} of other toolsets ${length === 1 ? "is" : "are"} not shown here: ${validate} has all.\n`);
    return exitCode;
  }

  function printOfFlags(): boolean {
    const ofFlags = errors.filter(({ found }) => found.place.tree.source.path.startsWith("--"));
    printFindingsAside(shownOf(ofFlags));
    return ofFlags.length > 0;
  }

  function summarize(): number {
    const exitCode = printFindingsAside(shownOf(errors.filter(({ of }) => of.length === 0)));
    const lines = [...byName(owners.all)].flatMap(([name, sameName]) => {
      const { length } = shownOf(errors.filter(({ of }) => of.some((owner) => sameName.includes(owner))));
      return length === 0 ? [] : [omittedText(name, sameName, length)];
    });
    if (lines.length > 0) printMessage([...lines, `${validate} shows them.`, ""].join("\n"));
    return exitCode;
  }

  function shownOf(some: typeof errors): Finding[] {
    return some.length === 0 ? [] : shownFindings({ project, diagnostics: some.map(({ found }) => found) }, opened);
  }

  return { owners: owners.all, print, printAndCount, printOfFlags, summarize };
}

/** Two of one name are refused for that, which is one thing to say. */
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
