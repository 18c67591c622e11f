import { basename } from "node:path";
import { analyze, type Compilation } from "../../../compile.ts";
import { compareAll } from "../../../contract/compare-contracts.ts";
import { toolRows } from "../../../contract/tool-rows.ts";
import { type CatalogChanges, catalogOf } from "../../../describe/catalog/catalog.ts";
import { catalogPage } from "../../../describe/catalog/page.ts";
import { scoresOf } from "../../../describe/score.ts";
import { thousands } from "../../../diagnostic/name-list.ts";
import { findingsOf } from "../../../findings/findings-of.ts";
import { writeReport } from "../../../host/write-report.ts";
import { discoveryEntries } from "../../../ir/discovery-entries.ts";
import { member } from "../../../source/json/json.ts";
import { toolTokens } from "../../../targets/tool-tokens.ts";
import { contractsOf, readBase } from "../../contracts/read-base.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, compileOptions, scopeOf } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { inputText, type OpenedProject, open } from "../../project/open.ts";
import { elapsed, print } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { terminal } from "../../terminal.ts";
import { today } from "../../today.ts";

interface CatalogFlags extends Omit<CommonOptions, "format"> {
  readonly out: string;
  readonly against?: string;
}

/** Writes the catalog of the tools that compile. Errors are printed to stderr, and the catalog contains them too. */
export async function runCatalog(givenPath: string, flags: CatalogFlags): Promise<number> {
  const [path, options] = withDocumentPath(givenPath, { ...flags, format: "text" } as const);
  const opened = open(path, options);
  const analysis = await analyze(opened.host, { ...compileOptions(options, opened), scope: scopeOf(options, "everything") });
  const { program } = analysis;
  const errors = projectErrors(analysis, { path: inputText(path, options), opened });
  if (program.toolsets.length === 0) {
    const exitCode = errors.print(() => true);
    if (exitCode !== exitCodes.clean) return exitCode;
  } else errors.summarize();
  const findings = findingsOf(analysis, { today: today() });
  const scores = new Map(scoresOf(program, findings).tools.map(({ tool, score }) => [tool, score]));
  const page = catalogPage(
    catalogOf({
      title: titleOf(analysis, opened),
      program,
      findings,
      changes: flags.against === undefined ? undefined : await changesSince(flags.against, analysis, opened),
      entriesOf: discoveryEntries,
      tokensOf: toolTokens,
      scoreOf: (tool) => scores.get(tool) ?? 100,
    }),
  );
  writeReport(terminal().cwd(), flags.out, page);
  const tools = program.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  print(
    `Wrote ${flags.out}: ${thousands(tools)} tool${tools === 1 ? "" : "s"}, ${thousands(Math.ceil(page.length / 1024))} KB, in ${elapsed()}\n`,
  );
  return exitCodes.clean;
}

async function changesSince(against: string, analysis: Compilation, opened: OpenedProject): Promise<CatalogChanges> {
  const { project, program } = analysis;
  const [base, next] = [await readBase(against, { opened, project }), contractsOf(analysis)];
  const changes = compareAll(base, next, project);
  return { base: base.name, changes, rows: toolRows(changes, { former: base.contracts, next: next.contracts, agents: program.agents }) };
}

/** The title of the catalog: the name of the only app or of the only toolset. Without these, the name of the folder. */
function titleOf({ project, program }: Compilation, { root }: OpenedProject): string {
  const [app, ...otherApps] = project.apps;
  const name = app === undefined || otherApps.length > 0 ? undefined : member(app.tree.data, "displayName");
  if (typeof name === "string" && name !== "") return name;
  const [toolset, ...others] = program.toolsets;
  return toolset !== undefined && others.length === 0 ? toolset.displayName : basename(root);
}
