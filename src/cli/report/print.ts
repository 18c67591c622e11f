import { AsyncLocalStorage } from "node:async_hooks";
import { Writable } from "node:stream";
import { isInternal } from "../../diagnostic/internal-error.ts";
import { escapedJson, printable, printableJson, printableLines } from "../../diagnostic/printable.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Summary } from "../../findings/formats/format-json.ts";
import type { FormatName } from "../../findings/formats/format-names.ts";
import { formatText, type TextStyle } from "../../findings/formats/format-text.ts";
import type { FindingsReport } from "../../findings/formats/formats.ts";
import type { Printed } from "../../host/cache.ts";
import { defaultWidth, wrapLines } from "../../source/text/wrap.ts";
import { exitCodes } from "../exit-codes.ts";
import { type OutputStream, relativePath, terminal } from "../terminal.ts";
import { formatReport, type ProjectReport } from "./format-report.ts";
import { seenFromHere } from "./with-paths.ts";

/** Prints findings or data to stdout. Control characters are escaped, since the text may contain untrusted input. */
export function print(text: string): void {
  writePrinted(printedText(text));
}

export function printedText(text: string): Printed {
  return { stream: "stdout", text: printableLines(text), isTimed: false };
}

/** Prints prose and tables to stdout, with long lines broken between words. Further lines are indented by two more than the text. */
export function printWrapped(text: string): void {
  print(wrapped(text, widthOf(terminal().stdout)));
}

function wrapped(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) => wrapLines(line, width, line.length - line.trimStart().length + 2))
    .join("\n");
}

/** The streams whose last line is a status that the next text replaces. */
const withStatus = new WeakSet<OutputStream>();

const eraseLine = "\r\u001b[K";

/** Shows a line on the terminal of stderr until something is printed. */
export function printStatus(text: string): void {
  const { stderr } = terminal();
  // Some terminals report 0 columns. The text must fit into one line, since `eraseStatus` erases only one.
  stderr.write(`${eraseLine}${printable(text).slice(0, (stderr.columns || 80) - 1)}`);
  withStatus.add(stderr);
}

/** Erases the status, if there is one. */
export function eraseStatus(): void {
  const { stderr } = terminal();
  if (withStatus.delete(stderr)) stderr.write(eraseLine);
}

function write(stream: "stdout" | "stderr", text: string): void {
  writePrinted({ stream, text, isTimed: false });
}

const recorded = new AsyncLocalStorage<Printed[]>();
const held = new AsyncLocalStorage<string[]>();

/** Writes a text that this run or a former one has printed, with the time of this run. */
export function writePrinted(printed: Printed): void {
  const { stream, text, isTimed } = printed;
  const texts = stream === "stdout" ? held.getStore() : undefined;
  if (texts !== undefined) {
    texts.push(text);
    return;
  }
  eraseStatus();
  recorded.getStore()?.push(printed);
  terminal()[stream].write(isTimed ? `${text}${elapsed()}\n` : text);
}

/** Runs a command, and returns its result and all that it printed. */
export async function recordPrinted<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly printed: readonly Printed[] }> {
  const printed: Printed[] = [];
  return { result: await recorded.run(printed, work), printed };
}

/** Runs a command, and returns its result and what it would have printed to stdout. */
export async function holdStdout<Result>(work: () => Promise<Result>): Promise<{ readonly result: Result; readonly stdout: string }> {
  const texts: string[] = [];
  return { result: await held.run(texts, work), stdout: texts.join("") };
}

/** Prints a text to stdout, and at its end the time since the process started. Every run takes another time, also one that is repeated. */
export function printTimed(text: string): void {
  writePrinted(timedText(text));
}

export function timedText(text: string): Printed {
  return { ...printedText(text), isTimed: true };
}

export function printJson(value: unknown): void {
  write("stdout", `${printableJson(value)}\n`);
}

/** A stream for the JSON messages of a protocol on stdout. */
export function jsonOutput(): Writable {
  const { stdout } = terminal();
  const output = new Writable({
    decodeStrings: false,
    write: (json: string, _encoding, done) => void stdout.write(escapedJson(json), done),
  });
  stdout.once("error", (error) => output.destroy(error));
  return output;
}

/** Prints prose to stderr, such as a status or what is wrong with the arguments. Long lines are broken as by `printWrapped`. */
export function printMessage(text: string): void {
  write("stderr", wrapped(printableLines(text), widthOf(terminal().stderr)));
}

/** Prints a text to stderr that others wrote or a program reads, with its own lines. */
export function printAsIs(text: string): void {
  write("stderr", printableLines(text));
}

/** Prints an error to stderr. Further lines of its message are indented. Its help is in lines as that of a finding. */
export function printError(message: string, help?: string): void {
  const indented = (text: string) => text.replaceAll("\n", "\n  ");
  const helpLines = help === undefined ? "" : wrapLines(`  help: ${printableLines(indented(help))}\n`, widthOf(terminal().stderr), 8);
  printMessage(`error: ${indented(message)}\n${helpLines}`);
}

/** Prints a report. Control characters are escaped, except for our own colors. */
export function printReport(text: string, format: FormatName): void {
  writePrinted(printedReport(text, format));
}

export function printedReport(text: string, format: FormatName): Printed {
  // The GitHub format consists of workflow commands, and `formats` has escaped the text in them.
  const printed = format === "github" ? text : painted(text, styleOf(terminal().stdout));
  return { stream: "stdout", text: printed, isTimed: false };
}

const colors = /(\u001b\[(?:0|31|33|34|36)m)/;

function painted(text: string, { color }: TextStyle): string {
  if (color === "none") return printableLines(text);
  return text
    .split(colors)
    .map((part, index) => (index % 2 === 1 ? part : printableLines(part)))
    .join("");
}

/**
 * The report to print, in the requested format. With `quiet`, only its errors are shown. In a run on several projects, only the format `text`
 * prints the report of each; for all other formats, the result is empty, since one report of all projects is printed at the end.
 */
export function reportText(
  report: ProjectReport,
  { format, quiet = false, collect }: { readonly format: FormatName; readonly quiet?: boolean; readonly collect?: unknown },
): string {
  if (collect !== undefined && format !== "text") return "";
  const findings = quiet ? report.findings.filter(({ severity }) => severity === "error") : report.findings;
  return formatReport({ ...report, findings }, format, { style: styleOf(terminal().stdout) });
}

/** Prints the findings of a project to stdout and returns the exit code. */
export function printFindings(
  findings: readonly Finding[],
  summary: Summary,
  { format, root }: { readonly format: "text" | "json"; readonly root: string },
): number {
  printReport(reportText({ root, findings, suppressed: [], summary, checked: [], failOn: "error", data: {} }, { format }), format);
  return exitCodeOf(findings);
}

/** Prints the findings of a project to stderr, for commands whose stdout is data. Returns the exit code. */
export function printFindingsAside(findings: readonly Finding[], opened: { readonly root: string }): number {
  const style = styleOf(terminal().stderr);
  const seen = findings.map((finding) => seenFromHere(finding, opened));
  if (seen.length > 0) write("stderr", painted(`${formatText(seen, style)}\n`, style));
  return exitCodeOf(findings);
}

/**
 * The exit code for findings. An error in the configuration or in a flag counts as wrong usage, even if there are other errors; a bug of the
 * compiler counts before all.
 */
export function exitCodeOf(findings: readonly Finding[]): number {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.some(isInternal)) return exitCodes.bug;
  if (errors.some(({ isUsage }) => isUsage)) return exitCodes.usage;
  return errors.length > 0 ? exitCodes.findings : exitCodes.clean;
}

/** The maximum number of printed findings with the same code. `--format json` contains all findings. */
const maxPerCode = 20;

export function styleOf(stream: OutputStream): TextStyle {
  const { NO_COLOR: plain, FORCE_COLOR: forced } = terminal().env;
  const isColored = plain === undefined || plain === "" ? (forced !== undefined && forced !== "0") || stream.isTTY === true : false;
  return { width: widthOf(stream), color: isColored ? "ansi" : "none", maxPerCode };
}

/** The columns of a stream. It reads no environment: what forbids to read that is printed too. */
function widthOf({ isTTY, columns }: OutputStream): number {
  return (isTTY ? columns : undefined) || defaultWidth;
}

/** The number of errors, of warnings and of suppressed findings, as text. */
export function countText({ findings, suppressed }: Pick<FindingsReport, "findings" | "suppressed">): string {
  const count = (wanted: Finding["severity"], one: string) => {
    const found = findings.filter(({ severity }) => severity === wanted).length;
    return `${found} ${one}${found === 1 ? "" : "s"}`;
  };
  const hidden = suppressed.length === 0 ? "" : `, ${suppressed.length} suppressed`;
  return `${count("error", "error")}, ${count("warning", "warning")}${hidden}`;
}

/** The number of files of an output folder that were added, changed, removed or unchanged, as text. */
export function folderLine(counts: {
  readonly folder: string;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
}): string {
  const { folder, added, changed, removed, unchanged } = counts;
  return `${printable(relativePath(folder))}: ${added} new, ${changed} changed, ${removed} removed, ${unchanged} unchanged\n`;
}

/** Prints which files of the project a command changed. */
export function printChanges(files: readonly string[], values: number): void {
  if (files.length === 0) print("Nothing to change.\n");
  else print(`${values} value${values === 1 ? "" : "s"} changed in:\n${files.map((file) => `  ${printable(file)}\n`).join("")}`);
}

/**
 * Prints that nothing was written, and returns the exit code. With an error, no definition is edited: a partial export would be
 * inconsistent.
 */
export function refuseToWrite(exitCode: number): number {
  printMessage("Nothing was written. Fix the errors first.\n");
  return exitCode;
}

/** The time since the process started. What may be repeated is printed by `printTimed`. */
export function elapsed(): string {
  return `${(performance.now() / 1000).toFixed(2)} s`;
}
