import { escapeUnit } from "../source/text/escape-unit.ts";

/** Characters that a terminal interprets or hides. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\ud800-\udfff]/gu;
/**
 * Prefixes that CI systems interpret as commands anywhere in a line of the log: GitHub's older prefix, and the prefixes of Azure Pipelines
 * and TeamCity.
 */
const commandPrefix = /#(?=#(?:\[|vso\[|teamcity\[))/gi;
const replacement = "\ufffd";

/** Makes untrusted text safe to print within a line. The length stays the same, so that columns remain correct. */
export function printable(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replace(unprintable, (found) => replacement.repeat(found.length))
    .replace(commandPrefix, replacement);
}

/** Makes untrusted text of several lines, which may end with CR LF, safe to print. */
export function printableLines(text: string): string {
  return text.split(/\r?\n/).map(printableLine).join("\n");
}

function printableLine(line: string): string {
  // GitHub interprets `::` at the beginning of a line, after optional white space.
  return printable(line).replace(/^(\s*):(?=:)/, `$1${replacement}`);
}

/** Formats a value as indented JSON that is safe to print. Parsing it returns the same value. */
export function printableJson(value: unknown): string {
  return escapedJson(JSON.stringify(value, null, 2));
}

/** Escapes unsafe characters in JSON. Parsing it returns the same values. */
export function escapedJson(json: string): string {
  const escape = (found: string) => (found === "\n" ? found : found.replace(/./gs, escapeUnit));
  return json.replace(unprintable, escape).replace(commandPrefix, escape);
}
