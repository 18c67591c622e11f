import type { Diagnostic } from "../diagnostic/diagnostic.ts";
import type { Mark } from "../diagnostic/mark.ts";
import type { ProgramSummary, ToolsetSummary } from "../ir/ir.ts";
import type { LoadSettings } from "../project/load.ts";
import type { Project } from "../project/project.ts";
import type { Tree } from "../source/tree.ts";
import type { Output } from "../targets/emit.ts";
import { baselineIn, suppressByBaseline } from "./baseline.ts";
import { withExceededBudgets } from "./budgets.ts";
import { codesOf } from "./diagnostic-codes.ts";
import { distinctFindings, type Finding, findingsByDiagnostic, inOrder, type SuppressedFinding } from "./finding.ts";
import type { Summary } from "./formats/format-json.ts";
import type { FindingsReport } from "./formats/formats.ts";
import { groupByCause } from "./group-by-cause.ts";
import { joinConsequences, withCauseNote } from "./join-consequences.ts";
import { severityIn } from "./severities.ts";
import type { ShownDiagnostics } from "./shown-diagnostics.ts";
import { suppressByComments } from "./suppressed-findings.ts";

/** The findings of a run. */
export interface Findings {
  /** Those that are shown. One of them stands for all of a file with the same cause, and for what follows from it. */
  readonly findings: readonly Finding[];
  /** The same, with one for each place: for edits, and for what shows a finding at its place. */
  readonly ungrouped: readonly Finding[];
  /** Those that a comment or the baseline hides. */
  readonly suppressed: readonly SuppressedFinding[];
  /** The finding of each diagnostic, hidden or not. Equal findings are not merged. */
  readonly byDiagnostic: ReadonlyMap<Diagnostic, Finding>;
}

/** A project and diagnostics about it. */
export interface Diagnosed {
  readonly project: Project;
  readonly diagnostics: readonly Diagnostic[];
  /** The codes that were checked in the whole project; absent if only some were. */
  readonly searched?: ReadonlySet<string>;
  /** The toolsets that this run restored instead of compiling them, with their stored findings. */
  readonly restored?: ReadonlyMap<unknown, { readonly findings: readonly Finding[] }>;
}

/**
 * Adds the findings of a run to its result. They are made when they are first read, because finding all their places takes as long as
 * reading a document, and many commands read only some.
 */
export function withFindings<Result extends Diagnosed & Pick<ShownDiagnostics, "owners">>(
  result: Result,
  { today, baseline }: Pick<LoadSettings, "today" | "baseline">,
): Result & Findings {
  const { project, owners } = result;
  let made: Findings | undefined;
  const read = (): Findings => {
    made ??=
      baseline === "none"
        ? findingsOf(result, today)
        : withExceededBudgets(findingsOf(result, today, baselineIn(project, baseline)), project.config, owners);
    return made;
  };
  return {
    ...result,
    get findings() {
      return read().findings;
    },
    get ungrouped() {
      return read().ungrouped;
    },
    get suppressed() {
      return read().suppressed;
    },
    get byDiagnostic() {
      return read().byDiagnostic;
    },
  };
}

/**
 * The findings that are shown, and those that a comment or the baseline hides. Errors in suppressions are findings, too. A place that a
 * comment suppresses is not counted with the others of its cause. `today` is a date as `YYYY-MM-DD`: comments that are valid only until an
 * earlier day have no effect. Without it, no comment expires.
 */
export function findingsOf({ project, diagnostics, searched, restored = new Map() }: Diagnosed, today?: string, baseline?: Tree): Findings {
  const { config } = project;
  const severityOf = severityIn(config);
  const convert = (some: Diagnosed["diagnostics"]) => findingsByDiagnostic(some, severityOf, config.path);
  const codes = new Set(codesOf(config).map(({ code }) => code));
  const byDiagnostic = convert(diagnostics);
  const all = distinctFindings(withRestored([...byDiagnostic.values()], restored));
  const isLocked = ({ code }: Finding) => config.locked.has(code);
  // What is locked is kept from all that hides findings.
  const found = config.locked.size === 0 ? all : all.filter((finding) => !isLocked(finding));
  const uncommented = suppressByComments(found, project, { codes, searched: searched ?? new Set(), today });
  const left = baseline === undefined ? undefined : suppressByBaseline(uncommented.findings, baseline, searched ?? new Set());
  // If only a part of the project or only some diagnostic codes were checked, it is unknown which suppressions are unused.
  const isWhole = searched !== undefined && !project.isPart;
  const about = isWhole ? distinctFindings(convert([...uncommented.diagnostics, ...(left?.diagnostics ?? [])]).values()) : [];
  const shown = inOrder([...(left ?? uncommented).findings, ...all.filter(isLocked), ...about]);
  return {
    findings: groupByCause(joinConsequences(shown)),
    ungrouped: shown.map(withCauseNote),
    suppressed: [...uncommented.suppressed, ...groupByCause(left?.suppressed ?? [])],
    byDiagnostic,
  };
}

/**
 * Adds the findings of restored toolsets. If a restored and a new finding are in the same line, both show the line text of the restored
 * finding: the line may contain a secret that only the restored finding masks.
 */
function withRestored(findings: readonly Finding[], restored: NonNullable<Diagnosed["restored"]>): readonly Finding[] {
  if (restored.size === 0) return findings;
  const others = [...restored.values()].flatMap((each) => each.findings);
  const lineOf = ({ file, start }: Mark) => `${file}\0${start.line}`;
  const texts = new Map(
    others.flatMap(({ mark, related }) => [mark, ...related.map((note) => note.mark)]).map((mark) => [lineOf(mark), mark.text]),
  );
  const masked = (mark: Mark): Mark => ({ ...mark, text: texts.get(lineOf(mark)) ?? mark.text });
  return [
    ...findings.map((finding) => ({
      ...finding,
      mark: masked(finding.mark),
      related: finding.related.map((note) => ({ ...note, mark: masked(note.mark) })),
      causedAt: finding.causedAt && { ...finding.causedAt, mark: masked(finding.causedAt.mark) },
    })),
    ...others,
  ];
}

interface Summarized {
  readonly outputs: readonly Output[];
  readonly summary: ProgramSummary;
}

/** The numbers of toolsets, tools, operations and files of a compilation. */
export function summaryOf({ summary, outputs }: Summarized): Summary {
  const sum = (count: (toolset: ToolsetSummary) => number) => summary.toolsets.reduce((total, toolset) => total + count(toolset), 0);
  return {
    toolsets: summary.toolsets.length,
    tools: sum(({ tools }) => tools.length),
    operations: sum(({ account }) => account.operations),
    files: outputs.reduce((total, { files, restored }) => total + files.length + restored.length, 0),
  };
}

/**
 * The report of a compilation, as the output formats print it. The findings are those of the compilation, to which the caller may
 * have added others: they are sorted here.
 */
export function reportOf(
  compilation: Summarized,
  { findings, suppressed }: Pick<FindingsReport, "findings" | "suppressed">,
  { failOn = "error" }: { readonly failOn?: FindingsReport["failOn"] } = {},
): FindingsReport {
  const checked = compilation.summary.toolsets.map(({ name }) => name);
  return { findings: inOrder(findings), suppressed, summary: summaryOf(compilation), checked, failOn, data: {} };
}
