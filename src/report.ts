import type { Compilation } from "./compile.ts";
import type { Summary } from "./diagnostic/format-json.ts";
import type { FindingsReport } from "./diagnostic/formats.ts";
import { type Finding, report } from "./diagnostic/report.ts";

/** The findings of a compilation with the severities of its configuration. */
export function findingsOf({ project, diagnostics }: Pick<Compilation, "project" | "diagnostics">): Finding[] {
  const severities = new Map([...project.config.severities].map(([code, { value }]) => [code, value]));
  return report(diagnostics, { severities, configuration: project.config.path });
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

/** What the formats print of a compilation. `findings` are those of `findingsOf`, perhaps with other paths. */
export function reportOf(
  compilation: Pick<Compilation, "program" | "outputs">,
  findings: readonly Finding[],
  { failOn = "error" }: { readonly failOn?: FindingsReport["failOn"] } = {},
): FindingsReport {
  return { findings, summary: summaryOf(compilation), checked: compilation.program.toolsets.map(({ name }) => name), failOn, data: {} };
}
