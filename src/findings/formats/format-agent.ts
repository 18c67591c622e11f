import type { Fix } from "../../diagnostic/fix.ts";
import type { Mark } from "../../diagnostic/mark.ts";
import { printable } from "../../diagnostic/printable.ts";
import type { Finding } from "../finding.ts";
import { errorsFirst } from "../severity-order.ts";
import { maxAlike, readableNotes } from "./readable-notes.ts";

/** Formats each finding as one line with all data needed to fix it, for coding agents. */
export function formatAgent(findings: readonly Finding[]): string {
  return errorsFirst(findings)
    .map((finding) => `${printable(lineOf(finding))}\n`)
    .join("");
}

function lineOf(finding: Finding): string {
  const { code, severity, message, help, mark, toolsets, tool } = finding;
  const owner = [toolsets.join(","), tool ?? ""].filter((name) => name !== "").join("/");
  return [
    `${severity}[${code}] ${placeOf(mark)}${owner === "" ? "" : ` ${owner}`}: ${message}`,
    ...readableNotes(finding).map((note) => `Note: ${note.message} ${placeOf(note.mark)}`),
    `Help: ${help}`,
    ...fixTexts(finding),
  ].join(" ");
}

function placeOf({ file, start }: Mark): string {
  return `${file}:${start.line}:${start.column}`;
}

/** The fixes of as many places as `readableNotes` names, and how to apply the others. */
function fixTexts({ fixes, edit }: Finding): string[] {
  const shown = fixes.slice(0, maxAlike + 1).map(fixText);
  const left = fixes.length - shown.length;
  if (left === 0) return shown;
  return [
    ...shown,
    `${left} more ${left === 1 ? "place" : "places"}: \`toolsetc validate --fix${edit?.isSafe === true ? "" : " --unsafe"}\`.`,
  ];
}

function fixText({ mark: { file, start, end }, text }: Fix): string {
  return `Fix: in ${file}, replace ${start.line}:${start.column}-${end.line}:${end.column} with ${text}`;
}
