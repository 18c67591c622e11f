import { read } from "../../../compile.ts";
import { joinWords } from "../../../diagnostic/name-list.ts";
import { type RuleSetting, ruleSettings } from "../../../findings/rule-settings.ts";
import { locate } from "../../../source/locate.ts";
import { lineAt, lineStarts } from "../../../source/source.ts";
import { compareText } from "../../../source/text/compare.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, settingsOf } from "../../options.ts";
import { printFailure } from "../../project/each-project.ts";
import { open } from "../../project/open.ts";
import { projectsBeneath } from "../../project/projects-beneath.ts";
import { printFindingsAside, printJson, printWrapped } from "../../report/print.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { table } from "../../report/table.ts";
import { fromHere } from "../../report/with-paths.ts";

/**
 * Lists all diagnostic codes with their severity in a project, and the setting that determines the severity. In a folder of several projects,
 * one list is about all: a code on which they differ has a row for each severity and reason, with the projects.
 */
export async function runRules(path: string, options: CommonOptions): Promise<number> {
  const projects = await projectsBeneath(path, options);
  if (projects.length === 0) {
    const { exitCode, rows } = await readRules(path, options);
    if (exitCode === exitCodes.clean)
      printRules(
        rows.map((row) => ({ row, note: "", projects: undefined })),
        options,
      );
    return exitCode;
  }
  const reads = [];
  for (const project of projects)
    reads.push(
      await readRules(project, options).then(
        ({ exitCode, rows }) => ({ exitCode, rows: rows.map((row) => ({ row, project })) }),
        (error: unknown) => ({ exitCode: printFailure(error, project), rows: [] }),
      ),
    );
  const readable = reads.filter(({ exitCode }) => exitCode === exitCodes.clean).length;
  const groups = new Map<string, { readonly row: RuleRow; readonly projects: string[] }>();
  for (const { row, project } of reads.flatMap(({ rows }) => rows)) {
    const group = groups.get(JSON.stringify(row)) ?? { row, projects: [] };
    group.projects.push(project);
    groups.set(JSON.stringify(row), group);
  }
  const joined = [...groups.values()].map((group) => ({
    ...group,
    note: group.projects.length === readable ? "" : `, in ${joinWords(group.projects, "and")}`,
  }));
  if (readable > 0)
    printRules(
      joined.sort((a, b) => compareText(a.row.code, b.row.code)),
      options,
    );
  const count = readable === projects.length ? readable : `${readable} of ${projects.length}`;
  if (readable > 0 && options.format === "text") printWrapped(`\n${count} projects\n`);
  return Math.max(...reads.map(({ exitCode }) => exitCode));
}

/** The severity of a code, with what determines it. */
interface RuleRow extends Omit<RuleSetting, "profile" | "origin"> {
  readonly profile: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

interface PrintedRule {
  readonly row: RuleRow;
  /** What the text says after the reason. */
  readonly note: string;
  /** The projects in which the row is true, if several are listed. */
  readonly projects: readonly string[] | undefined;
}

/** The rows of a project in the order of their codes; none with the exit code of a mistake in its configuration, which is printed. */
async function readRules(path: string, options: CommonOptions): Promise<{ readonly exitCode: number; readonly rows: readonly RuleRow[] }> {
  const opened = open(path, options);
  const reading = await read(opened.host, settingsOf(options, opened));
  const mistakes = shownFindings(reading).filter(({ isUsage, severity }) => isUsage && severity === "error");
  if (mistakes.length > 0) return { exitCode: printFindingsAside(mistakes, opened), rows: [] };
  const { config } = reading.project;
  const settings = ruleSettings(config, options.profile ?? config.profile);
  const placeOf = placesOf(settings, opened.root);
  const rows = settings.map(({ code, severity, reason, profile = null, origin }) => {
    const [file, line] = origin === undefined ? [null, null] : placeOf(origin);
    return { code, severity, reason, profile, file, line };
  });
  return { exitCode: exitCodes.clean, rows };
}

function printRules(rules: readonly PrintedRule[], { format }: CommonOptions): void {
  if (format === "json") {
    printJson({
      formatVersion: "1.0",
      rules: rules.map(({ row, projects }) => ({ ...row, ...(projects === undefined ? {} : { projects }) })),
    });
    return;
  }
  const rows = rules.map(({ row, note }) => [row.code, row.severity, reasonOf(row) + note]);
  printWrapped(`${table([["code", "severity", "why"], ...rows])}\n\n\`toolsetc explain <code>\` explains a code.\n`);
}

function placesOf(
  settings: readonly RuleSetting[],
  root: string,
): (origin: NonNullable<RuleSetting["origin"]>) => readonly [file: string, line: number] {
  const spans = locate(settings.flatMap(({ origin }) => origin ?? []));
  return (origin) => {
    const span = spans.get(origin);
    if (span === undefined) throw new Error("Every origin was located.");
    return [fromHere(span.source.path, root), lineAt(lineStarts(span.source.text, span.start), span.start) + 1];
  };
}

function reasonOf({ reason, profile, file, line }: RuleRow): string {
  switch (reason) {
    case "default":
      return "default";
    case "effect":
      return "default; in an OpenAPI document, a warning if no tool is omitted";
    case "profile":
      return `profile ${profile}`;
    case "configuration":
      return file === null ? "configuration" : `${file}:${line}`;
    case "disabled":
      return profile === null ? "runs only if `rules` sets its severity" : `runs only with --profile ${profile}`;
  }
}
