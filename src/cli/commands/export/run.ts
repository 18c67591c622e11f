import { basename } from "node:path";
import { type Reading, read } from "../../../compile.ts";
import { printable } from "../../../diagnostic/printable.ts";
import { createRequests, filesToInline } from "../../../environment/create-request.ts";
import { chosenEnvironments, defaultFileName } from "../../../environment/environments.ts";
import { environmentStyle, environmentText, exportEnvironment } from "../../../environment/export.ts";
import type { LeftValue } from "../../../environment/literal-values.ts";
import { writeTexts } from "../../../host/write-texts.ts";
import type { Host } from "../../../project/load.ts";
import type { Settings } from "../../../settings.ts";
import { applyEdits } from "../../../source/edit.ts";
import { exitCodes } from "../../exit-codes.ts";
import { type ExportFlags, settingsOf } from "../../options.ts";
import { fromRoot, type OpenedProject, open } from "../../project/open.ts";
import { print, printChanges, printFindings, printFindingsAside, printJson, refuseToWrite } from "../../report/print.ts";
import { printEdits } from "../../report/print-edits.ts";
import { shownFindings } from "../../report/shown-findings.ts";
import { fromHere } from "../../report/with-paths.ts";
import { UsageError } from "../../usage-error.ts";

/**
 * Replaces values in definitions by placeholders, and writes the environment file. With `--create-request`, only prints the requests to CES
 * that create the toolsets.
 */
export async function runExport(path: string, options: ExportFlags): Promise<number> {
  if (!options.createRequest && (options.parent ?? options.toolsetId) !== undefined)
    throw new UsageError("--parent and --toolset-id require --create-request.");
  const opened = open(path, options);
  const settings = settingsOf(options, opened);
  const reading = await read(opened.host, settings);
  if (options.createRequest)
    return printRequests(reading, options, {
      opened,
      settings,
      texts: await textsOf(filesToInline(reading.definitions.accepted, reading.project), opened.host),
    });

  const { project, definitions } = reading;
  const exported = exportEnvironment(definitions.accepted, project, {
    extensions: options.extensions === true,
    environment: settings.environment,
    environmentFile: options.to === undefined ? undefined : fromRoot(options.to, opened),
  });
  const findings = shownFindings({ project, diagnostics: [...reading.diagnostics, ...exported.diagnostics] });
  const edited = applyEdits(exported.value.edits);
  const files = new Map([
    ...edited,
    ...[...exported.value.environmentFiles].map(
      ([file, content]) => [file, environmentText(content, environmentStyle(file, project))] as const,
    ),
  ]);
  const exitCode = printFindings(
    findings,
    { toolsets: definitions.accepted.length, tools: 0, operations: 0, files: files.size },
    { format: options.format, root: opened.root },
  );
  if (exitCode !== exitCodes.clean) return refuseToWrite(exitCode);
  if (options.dryRun) {
    if (options.format === "text") printEdits(exported.value.edits, files, opened.root);
    return exitCode;
  }
  writeTexts(opened.root, files);
  if (options.format === "text") {
    printChanges(
      [...files.keys()].map((file) => fromHere(file, opened.root)),
      exported.value.edits.length,
    );
    print(leftText(exported.value.left));
    print(
      namingText(
        settings.files.find((file) => files.has(file)),
        project,
      ),
    );
  }
  return exitCode;
}

/** The values that remain in definitions, so that they apply to every environment, and why. */
function leftText(left: readonly LeftValue[]): string {
  const lines = left.map(({ field, reason }) => `  ${printable(field)}: ${reason}\n`);
  return lines.length === 0 ? "" : `Left in the definitions, for every environment:\n${lines.join("")}`;
}

/**
 * A hint if the written file is not an environment of the project. Such a file must be added to the configuration or selected with --env,
 * since otherwise the placeholders have no values.
 */
function namingText(file: string | undefined, project: Reading["project"]): string {
  const isKnown =
    file === undefined ||
    basename(file) === defaultFileName ||
    chosenEnvironments(project, undefined).value.some(({ path }) => path === file);
  return isKnown
    ? ""
    : `${file} is not an environment of the project yet. Add the file under \`environments\` in toolsetc.yaml, or select it with --env.\n`;
}

/** Prints the request that creates each toolset, and its JSON-RPC body. Findings go to stderr, so that stdout contains only JSON. */
function printRequests(
  { project, definitions, diagnostics }: Reading,
  { parent, toolsetId }: ExportFlags,
  { opened, settings, texts }: Sending,
): number {
  if (parent === undefined) throw new UsageError("--create-request requires --parent projects/<project>/locations/<location>/apps/<app>.");
  const made = createRequests(definitions.accepted, project, { ...settings, parent, toolsetId, texts });
  const findings = shownFindings({ project, diagnostics: [...diagnostics, ...made.diagnostics] });
  printJson({ formatVersion: "1.0", requests: made.value });
  return printFindingsAside(findings, opened);
}

interface Sending {
  readonly opened: OpenedProject;
  readonly settings: Settings;
  readonly texts: ReadonlyMap<string, string>;
}

async function textsOf(paths: readonly string[], host: Host): Promise<Map<string, string>> {
  const found = await Promise.all(paths.map(async (path) => [path, await host.read(path)] as const));
  return new Map(
    found.flatMap(([path, content]): [string, string][] =>
      typeof content === "string" ? [] : [[path, new TextDecoder().decode(content)]],
    ),
  );
}
