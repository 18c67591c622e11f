import { basename, resolve } from "node:path";
import { analyze, type Compilation } from "../../../compile.ts";
import { toolRows } from "../../../contract/changes/tool-rows.ts";
import { compareAll } from "../../../contract/compare/compare-contracts.ts";
import { type Catalog, type CatalogChanges, catalogOf } from "../../../describe/catalog/catalog.ts";
import { joinCatalogs, type ProjectCatalog } from "../../../describe/catalog/join-catalogs.ts";
import { catalogPage } from "../../../describe/catalog/page.ts";
import { scoresOf } from "../../../describe/score.ts";
import { thousands } from "../../../diagnostic/name-list.ts";
import { writeReport } from "../../../host/write-report.ts";
import { discoveryEntries } from "../../../ir/discovery-entries.ts";
import { member } from "../../../source/json/json.ts";
import { toolTokens } from "../../../targets/tool-tokens.ts";
import { documentVersion } from "../../contracts/check-versions.ts";
import { unknownTexts } from "../../contracts/compare-with-base.ts";
import { versionOf } from "../../contracts/compared-version.ts";
import { readBase } from "../../contracts/read-base.ts";
import { readOwners } from "../../contracts/read-owners.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, scopeOf, settingsOf } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { inputText, type OpenedProject, open } from "../../project/open.ts";
import { type ProjectRun, projectRuns } from "../../project/project-runs.ts";
import { elapsed, print, printMessage } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { fromHere, seenFromHere } from "../../report/with-paths.ts";
import { terminal } from "../../terminal.ts";

interface CatalogFlags extends CommonOptions {
  readonly out: string;
  readonly against?: string;
}

/** The flags about what is shown. `--out` is the page. */
type AnalysisFlags = Omit<CatalogFlags, "out">;

/**
 * Writes the catalog of the tools that compile. Errors are printed to stderr, and the catalog contains them too. In a folder of several
 * projects, it is one catalog of all.
 */
export async function runCatalog(givenPath: string, flags: Omit<CatalogFlags, "format">): Promise<number> {
  const [path, options] = withDocumentPath(givenPath, { ...flags, format: "text" } as const);
  // For `catalog`, --out is the page, not the output folder of a project.
  const projects = await projectRuns(path, { ...options, out: undefined });
  const found = projects.length === 0 ? await readCatalog(path, options) : await readCatalogs(path, projects);
  if (typeof found === "number") return found;
  const page = catalogPage(found);
  writeReport(terminal().cwd(), flags.out, page);
  const tools = found.toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  const from = projects.length === 0 ? "" : ` of ${projects.length} projects`;
  print(
    `Wrote ${flags.out}: ${thousands(tools)} tool${tools === 1 ? "" : "s"}${from}, ${thousands(Math.ceil(page.length / 1024))} KB, in ${elapsed()}\n`,
  );
  return exitCodes.clean;
}

/** The catalog of all projects or, if one has nothing but errors, the highest exit code. Its paths are those from the working directory. */
async function readCatalogs(path: string, projects: readonly ProjectRun<AnalysisFlags>[]): Promise<Catalog | number> {
  const catalogs: ProjectCatalog[] = [];
  let worst: number = exitCodes.clean;
  for (const { project, flags } of projects) {
    const catalog = await readCatalog(project, flags);
    if (typeof catalog === "number") worst = Math.max(worst, catalog);
    else catalogs.push({ project, catalog: withPathsFromHere(catalog, open(project, flags)) });
  }
  return worst === exitCodes.clean ? joinCatalogs(basename(resolve(terminal().cwd(), path)), catalogs) : worst;
}

function withPathsFromHere(catalog: Catalog, opened: OpenedProject): Catalog {
  const toolsets = catalog.toolsets.map((toolset) => ({
    ...toolset,
    tools: toolset.tools.map((tool) => ({
      ...tool,
      file: fromHere(tool.file, opened.root),
      findings: tool.findings.map((finding) => seenFromHere(finding, opened)),
    })),
  }));
  return { ...catalog, toolsets, findings: catalog.findings.map((finding) => seenFromHere(finding, opened)) };
}

/** The catalog of one project; if it has no tools but errors, their exit code. */
async function readCatalog(path: string, options: AnalysisFlags): Promise<Catalog | number> {
  const opened = open(path, options);
  const analysis = await analyze(opened.host, { ...settingsOf(options, opened), scope: scopeOf(options, "everything") });
  const { program } = analysis;
  const errors = projectErrors(analysis, { path: inputText(path, options), opened });
  if (program.toolsets.length === 0) {
    const exitCode = errors.print(() => true);
    if (exitCode !== exitCodes.clean) return exitCode;
  } else errors.summarize();
  const findings = analysis.ungrouped;
  const scores = new Map(scoresOf(program, findings).tools.map(({ tool, score }) => [tool, score]));
  const owners = await readOwners(analysis, opened);
  return catalogOf({
    title: titleOf(analysis, opened),
    program,
    findings,
    changes: options.against === undefined ? undefined : await changesSince(options.against, analysis, opened),
    entriesOf: discoveryEntries,
    tokensOf: toolTokens,
    scoreOf: (tool) => scores.get(tool) ?? 100,
    versionOf: ({ name }) => documentVersion(analysis, name)?.version,
    ownersOf: ({ origin }) => owners?.(origin.tree) ?? [],
  });
}

async function changesSince(against: string, analysis: Compilation, opened: OpenedProject): Promise<CatalogChanges> {
  const { project, program } = analysis;
  const base = await readBase(against, { opened, project });
  const next = versionOf({ host: opened.host, compilation: analysis }, "");
  const unknown = unknownTexts({ base, next });
  for (const text of unknown) printMessage(`${text}\n`);
  const changes = compareAll(base, next);
  return {
    base: base.name,
    changes,
    unknown,
    rows: toolRows(changes, { former: base.contracts, next: next.contracts, agents: program.agents }),
  };
}

/** The title of the catalog: the name of the only app or of the only toolset. Without these, the name of the folder. */
function titleOf({ project, program }: Compilation, { root }: OpenedProject): string {
  const [app, ...otherApps] = project.apps;
  const name = app === undefined || otherApps.length > 0 ? undefined : member(app.tree.data, "displayName");
  if (typeof name === "string" && name !== "") return name;
  const [toolset, ...others] = program.toolsets;
  return toolset !== undefined && others.length === 0 ? toolset.displayName : basename(root);
}
