import { analyze } from "../../../compile.ts";
import { type ToolOverview, toolOverview } from "../../../describe/tool-overview.ts";
import { shellWord } from "../../../source/text/shell-word.ts";
import { argumentWords } from "../../calls/argument-words.ts";
import { findOrExplain } from "../../calls/find-or-explain.ts";
import { atProjectOfTool } from "../../calls/project-of-tool.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, settingsOf } from "../../options.ts";
import { atPath } from "../../project/document-path.ts";
import { inputText, openProject } from "../../project/open.ts";
import { printJson, printReport, styleOf } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { fromHere } from "../../report/with-paths.ts";
import { terminal } from "../../terminal.ts";
import { overviewText } from "./overview-text.ts";

interface ShowFlags extends CommonOptions {
  readonly project: string;
}

/** Prints a description of one tool for people. */
export async function runShow(wanted: string, path: string | undefined, flags: ShowFlags): Promise<number> {
  const options = await atProjectOfTool(wanted, atPath(path, flags));
  const opened = openProject(options.project, options);
  const analysis = await analyze(opened.host, {
    ...settingsOf(options, opened),
    scope: { toolsets: [], named: [wanted], beside: "namesakes" },
  });
  const errors = projectErrors(analysis, { path: inputText(options.project, options), opened });
  const { tool, toolset } = findOrExplain(analysis, wanted, { errors, isBare: options.openapi !== undefined });
  const found = toolOverview(tool, toolset, analysis.program);
  const overview = { ...found, sources: found.sources.map(({ file, line }) => ({ file: fromHere(file, opened.root), line })) };
  const call = exampleCall(overview, options);
  if (options.format === "json") printJson({ formatVersion: "1.0", tool: { ...overview, call: call ?? null } });
  else {
    const { stdout } = terminal();
    const { width, color } = styleOf(stdout);
    printReport(overviewText(overview, { call, width: stdout.isTTY === true ? width : undefined, isColored: color !== "none" }), "text");
  }
  return exitCodes.clean;
}

/** The flags that select the project of a tool. */
interface Selecting {
  readonly project: string;
  readonly openapi?: string;
}

/** A command line that calls a tool; `undefined` if only a program can call the tool, or if there are no example arguments. */
function exampleCall(overview: ToolOverview, { project, openapi }: Selecting): string | undefined {
  if (overview.kind === "client" || overview.example === null) return undefined;
  const [credentials = []] = overview.credentials;
  const flags = [
    ...(openapi === undefined ? (project === "." ? [] : ["--project", project]) : ["--openapi", openapi]),
    ...(overview.hosts.length > 1 && overview.hosts[0]?.environment ? ["--env", overview.hosts[0].environment] : []),
    ...(overview.kind === "openapi" && overview.hosts.some(({ address = "" }) => !/^https?:/i.test(address))
      ? ["--base-url", "https://api.example.com"]
      : []),
    ...credentials.flatMap(({ name, isGiven }) => (isGiven ? ["--auth", `${name}=env:${variableName(name)}`] : [])),
    ...overview.variables.flatMap((name) => ["--var", `${name}=env:${variableName(name)}`]),
    ...argumentWords(overview.example, overview.inputSchema),
  ];
  return ["toolsetc", "call", `${overview.toolset}.${overview.localName}`, ...flags].map(shellWord).join(" ");
}

/** Converts the name of a credential or a variable to a conventional name of an environment variable, in upper case. */
function variableName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^(?=\d)/, "_")
    .toUpperCase();
}
