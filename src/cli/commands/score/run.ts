import { analyze } from "../../../compile.ts";
import { type Scores, scoresOf } from "../../../describe/score.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, scopeOf, settingsOf } from "../../options.ts";
import { withDocumentPath } from "../../project/document-path.ts";
import { inputText, open } from "../../project/open.ts";
import { print, printJson, printMessage, printWrapped } from "../../report/print.ts";
import { projectErrors } from "../../report/print-errors.ts";
import { formatScores, formatScoresMarkdown, overridesText } from "./format.ts";

interface ScoreFlags extends Omit<CommonOptions, "format"> {
  readonly min?: number;
  readonly format: "text" | "json" | "markdown";
}

/** Rates the tools that compile. Errors are printed to stderr. */
export async function runScore(givenPath: string, flags: ScoreFlags): Promise<number> {
  const [path, options] = withDocumentPath(givenPath, { ...flags, format: "text" } as const);
  const opened = open(path, options);
  const analysis = await analyze(opened.host, { ...settingsOf(options, opened), scope: scopeOf(options, "namesakes") });
  const errors = projectErrors(analysis, { path: inputText(path, options), opened });
  if (analysis.program.toolsets.length === 0) {
    const exitCode = errors.print(() => true);
    if (exitCode !== exitCodes.clean) return exitCode;
  } else errors.summarize();
  const scores = scoresOf(analysis.program, analysis.ungrouped);
  if (flags.format === "json") printJson(jsonOf(scores));
  else if (flags.format === "markdown") print(formatScoresMarkdown(scores));
  else printScores(scores);
  const low = scores.toolsets.filter(({ score }) => score < (flags.min ?? 0));
  for (const { name, score } of low) printMessage(`The score of "${name}" is ${score}, less than --min ${flags.min}.\n`);
  return low.length === 0 ? exitCodes.clean : exitCodes.findings;
}

/** The overrides are YAML to copy, so their lines stay whole. */
function printScores(scores: Scores): void {
  const { text, overrides } = formatScores(scores);
  printWrapped(text);
  if (overrides !== "") print(`\nAdd this to toolsetc.yaml, with your own texts:\n\n${overrides}`);
}

function jsonOf({ toolsets, tools }: Scores): object {
  const rated = tools.map(({ toolset, tool: { id, name }, score, costs }) => ({
    toolset,
    id,
    name,
    score,
    costs: costs.map(({ code, points, message }) => ({ code, points, message })),
    overrides: costs.length === 0 ? null : overridesText([{ toolset, id, costs }]) || null,
  }));
  return { formatVersion: "1.0", toolsets, tools: rated };
}
