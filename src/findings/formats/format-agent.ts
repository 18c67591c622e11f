import type { Fix } from "../../diagnostic/fix.ts";
import type { Mark } from "../../diagnostic/mark.ts";
import { printable } from "../../diagnostic/printable.ts";
import type { Finding } from "../finding.ts";
import { errorsFirst } from "../severity-order.ts";
import { readableNotes } from "./readable-notes.ts";

/** Formats each finding as one line with all data needed to fix it, for coding agents. */
export function formatAgent(findings: readonly Finding[]): string {
  return errorsFirst(findings)
    .map((finding) => `${printable(lineOf(finding))}\n`)
    .join("");
}

function lineOf(finding: Finding): string {
  const { code, severity, message, help, mark, toolsets, tool, fixes } = finding;
  const owner = [toolsets.join(","), tool ?? ""].filter((name) => name !== "").join("/");
  return [
    `${severity}[${code}] ${placeOf(mark)}${owner === "" ? "" : ` ${owner}`}: ${message}`,
    ...readableNotes(finding).map((note) => `Note: ${note.message} ${placeOf(note.mark)}`),
    `Help: ${help}`,
    ...fixes.map(fixText),
  ].join(" ");
}

function placeOf({ file, start }: Mark): string {
  return `${file}:${start.line}:${start.column}`;
}

function fixText({ mark: { file, start, end }, text }: Fix): string {
  return `Fix: in ${file}, replace ${start.line}:${start.column}-${end.line}:${end.column} with ${text}`;
}
