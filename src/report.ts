import type { Compilation } from "./compile.ts";
import type { Summary } from "./diagnostic/format-json.ts";
import type { FindingsReport } from "./diagnostic/formats.ts";
import { type Finding, inOrder, report, type SuppressedFinding } from "./diagnostic/report.ts";
import { diagnosticCodes } from "./diagnostic-codes.ts";
import { suppressByBaseline } from "./relevance/baseline.ts";
import { severityIn } from "./relevance/severity-in.ts";
import { suppressByComments } from "./relevance/suppressed-findings.ts";
import { optionalCodes } from "./rules/index.ts";
import type { Tree } from "./source/tree.ts";

/** What decides which findings are hidden, besides the project. */
export interface Hiding {
  /** `YYYY-MM-DD`. A comment that suppresses findings until an earlier day no longer does; `undefined`: all do. */
  readonly today?: string;
  /** A baseline file. */
  readonly baseline?: Tree | undefined;
}

type Diagnosed = Pick<Compilation, "project" | "diagnostics"> & Partial<Pick<Compilation, "searched">>;

/** The findings of a compilation with the severities of its configuration, without those that are suppressed. */
export function findingsOf(found: Diagnosed, hiding: Hiding = {}): Finding[] {
  return allFindingsOf(found, hiding).findings;
}

/** The same, with those that a comment or a baseline suppresses. What is wrong with suppressions are findings too. */
export function allFindingsOf(
  { project, diagnostics, searched }: Diagnosed,
  { today, baseline }: Hiding = {},
): { readonly findings: Finding[]; readonly suppressed: readonly SuppressedFinding[] } {
  const { config } = project;
  const severityOf = severityIn(config, optionalCodes);
  const reported = (some: Diagnosed["diagnostics"]) => report(some, { severityOf, configuration: config.path });
  const codes = new Set(diagnosticCodes.map(({ code }) => code));
  const uncommented = suppressByComments(reported(diagnostics), project, { codes, searched: searched ?? new Set(), today });
  const left = baseline === undefined ? undefined : suppressByBaseline(uncommented.findings, baseline, searched ?? new Set());
  // A command that looks at a part, or at some codes only, reports nothing about suppressions.
  const isWhole = searched !== undefined && !project.isPart;
  const about = isWhole ? reported([...uncommented.diagnostics, ...(left?.diagnostics ?? [])]) : [];
  return {
    findings: inOrder([...(left ?? uncommented).findings, ...about]),
    suppressed: [...uncommented.suppressed, ...(left?.suppressed ?? [])],
  };
}

/** The summary of a compilation, in numbers. */
export function summaryOf({ program, outputs }: Pick<Compilation, "program" | "outputs">): Summary {
  const sum = (count: (toolset: Compilation["program"]["toolsets"][number]) => number) =>
    program.toolsets.reduce((total, toolset) => total + count(toolset), 0);
  return {
    toolsets: program.toolsets.length,
    tools: sum(({ tools }) => tools.length),
    operations: sum(({ account }) => account.operations),
    files: outputs.reduce((total, { files }) => total + files.length, 0),
  };
}

/** What the formats print of a compilation. The findings are those of `allFindingsOf`, perhaps with other paths. */
export function reportOf(
  compilation: Pick<Compilation, "program" | "outputs">,
  { findings, suppressed }: Pick<FindingsReport, "findings" | "suppressed">,
  { failOn = "error" }: { readonly failOn?: FindingsReport["failOn"] } = {},
): FindingsReport {
  const checked = compilation.program.toolsets.map(({ name }) => name);
  return { findings, suppressed, summary: summaryOf(compilation), checked, failOn, data: {} };
}
