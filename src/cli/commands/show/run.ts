import { analyze } from "../../../compile.ts";
import { toolOverview } from "../../../describe/tool-overview.ts";
import { findOrExplain } from "../../calls/find-or-explain.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, compileOptions } from "../../options.ts";
import { inputText, openProject } from "../../project/open.ts";
import { printJson, printReport, styleOf } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { fromHere } from "../../report/shown-findings.ts";
import { terminal } from "../../terminal.ts";
import { exampleCall } from "./example-call.ts";
import { overviewText } from "./overview-text.ts";

interface ShowFlags extends CommonOptions {
  readonly project: string;
}

/** Prints a description of one tool for people. */
export async function runShow(wanted: string, options: ShowFlags): Promise<number> {
  const opened = openProject(options.project, options);
  const analysis = await analyze(opened.host, {
    ...compileOptions(options, opened),
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
