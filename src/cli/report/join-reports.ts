import { relative, resolve } from "node:path";
import { distinctFindings, type Finding } from "../../findings/finding.ts";
import type { Summary } from "../../findings/formats/format-json.ts";
import type { FindingsReport } from "../../findings/formats/formats.ts";
import { sha256 } from "../../source/text/hash.ts";
import { repositoryRoot } from "../project/repository-root.ts";
import { terminal } from "../terminal.ts";
import type { ProjectReport } from "./format-report.ts";
import { seenFromHere } from "./with-paths.ts";

/** The report of one of the projects of a run. */
export interface JoinedReport {
  /** The project's folder, relative to the working directory. */
  readonly project: string;
  readonly exitCode: number;
  readonly report: ProjectReport;
}

/** One report of several projects. A finding in a file that several projects share is reported once. */
export function joinReports(reports: readonly JoinedReport[]): ProjectReport {
  const all = reports.map(({ report }) => report);
  const drift = all.flatMap((report) => report.drift ?? []);
  return {
    root: terminal().cwd(),
    findings: distinctFindings(all.flatMap((report) => report.findings.map((finding) => inRepository(finding, report)))),
    suppressed: all.flatMap((report) => report.suppressed.map((finding) => inRepository(finding, report))),
    summary: {
      toolsets: sum(all, "toolsets"),
      tools: sum(all, "tools"),
      operations: sum(all, "operations"),
      files: sum(all, "files"),
    },
    // Projects may have toolsets with the same name.
    checked: reports.flatMap(({ project, report }) => cleanNames(report).map((name) => `${pathInRepository(project)}: ${name}`)),
    failOn: all[0]?.failOn ?? "error",
    notes: reports.flatMap(({ project, report: { notes = [] } }) => notes.map((note) => `${pathInRepository(project)}: ${note}`)),
    limit: all.flatMap(({ limit = "" }) => (limit === "" ? [] : [limit.trim()])).join(" "),
    reviews: reports.flatMap(({ project, report: { reviews = [] } }) =>
      reviews.map((review) => ({ ...review, project: pathInRepository(project) })),
    ),
    ...(all.some((report) => report.drift !== undefined) ? { drift } : {}),
    data: { projects: reports.map(({ project, exitCode, report }) => ({ project: pathInRepository(project), exitCode, ...report.data })) },
  };
}

/**
 * The fingerprint of a finding depends on its path in the project, which may be the same in other projects. In a report of several projects,
 * it also depends on its path in the repository.
 */
function inRepository<Some extends Finding>(finding: Some, report: ProjectReport): Some {
  const seen = seenFromHere(finding, report);
  return { ...seen, fingerprint: sha256(`${seen.fingerprint}\0${pathInRepository(seen.mark.file)}`) };
}

/** Converts a path relative to the working directory to one from the root of the repository. */
function pathInRepository(path: string): string {
  return relative(repositoryRoot(), resolve(terminal().cwd(), path)).replaceAll("\\", "/") || ".";
}

function sum(reports: readonly FindingsReport[], member: keyof Summary): number {
  return reports.reduce((total, { summary }) => total + summary[member], 0);
}

/** The names of the checked toolsets and tools without a finding. */
function cleanNames({ findings, checked }: FindingsReport): readonly string[] {
  const found = new Set(findings.flatMap(({ toolsets, tool }) => [...toolsets, tool]));
  return checked.filter((name) => !found.has(name));
}
