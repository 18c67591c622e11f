import { read } from "../../../compile.ts";
import { type RuleSetting, ruleSettings } from "../../../findings/rule-settings.ts";
import { locate } from "../../../source/locate.ts";
import { lineAt, lineStarts } from "../../../source/source.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type CommonOptions, settingsOf } from "../../options.ts";
import { onEachProject } from "../../project/each-project.ts";
import { open } from "../../project/open.ts";
import { printFindingsAside, printJson, printWrapped } from "../../report/print.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { table } from "../../report/table.ts";
import { fromHere } from "../../report/with-paths.ts";

/**
 * Lists all diagnostic codes with their severity in a project, and the setting that determines the severity. In a folder of several projects,
 * lists them for each.
 */
export async function runRules(path: string, options: CommonOptions): Promise<number> {
  return onEachProject(path, options, listRules);
}

async function listRules(path: string, options: CommonOptions): Promise<number> {
  const opened = open(path, options);
  const reading = await read(opened.host, settingsOf(options, opened));
  const mistakes = shownFindings(reading).filter(({ isUsage, severity }) => isUsage && severity === "error");
  if (mistakes.length > 0) return printFindingsAside(mistakes, opened);
  const { config } = reading.project;
  const settings = ruleSettings(config, options.profile ?? config.profile);
  const placeOf = placesOf(settings, opened.root);
  if (options.format === "json") {
    const rules = settings.map(({ code, severity, reason, profile = null, origin }) => {
      const [file, line] = origin === undefined ? [null, null] : placeOf(origin);
      return { code, severity, reason, profile, file, line };
    });
    printJson({ formatVersion: "1.0", rules });
  } else {
    const rows = settings.map((setting) => [setting.code, setting.severity, reasonOf(setting, placeOf)]);
    printWrapped(`${table([["code", "severity", "why"], ...rows])}\n\n\`toolsetc explain <code>\` explains a code.\n`);
  }
  return exitCodes.clean;
}

type PlaceOf = (origin: NonNullable<RuleSetting["origin"]>) => readonly [file: string, line: number];

function placesOf(settings: readonly RuleSetting[], root: string): PlaceOf {
  const spans = locate(settings.flatMap(({ origin }) => origin ?? []));
  return (origin) => {
    const span = spans.get(origin);
    if (span === undefined) throw new Error("Every origin was located.");
    return [fromHere(span.source.path, root), lineAt(lineStarts(span.source.text, span.start), span.start) + 1];
  };
}

function reasonOf({ reason, profile, origin }: RuleSetting, placeOf: PlaceOf): string {
  switch (reason) {
    case "default":
      return "default";
    case "effect":
      return "default; in an OpenAPI document, a warning if no tool is omitted";
    case "profile":
      return `profile ${profile}`;
    case "configuration":
      return origin === undefined ? "configuration" : placeOf(origin).join(":");
    case "disabled":
      return profile === undefined ? "runs only if `rules` sets its severity" : `runs only with --profile ${profile}`;
  }
}
