// Characters that a terminal interprets or hides.
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\ud800-\udfff]/gu;
/** Prefixes of commands in the log of a CI at any position of a line: GitHub's old form, Azure's and TeamCity's. */
const inLine = /#(?=#(?:\[|vso\[|teamcity\[))/gi;
const replacement = "\ufffd";

/** Makes input safe to print as a part of a line. The length stays the same, so that the marks of a finding stay under their text. */
export function printable(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replace(unprintable, (found) => replacement.repeat(found.length))
    .replace(inLine, replacement);
}

/** Makes input safe to print as lines. */
export function printableLines(text: string): string {
  return text.split("\n").map(printableLine).join("\n");
}

function printableLine(line: string): string {
  // A command of GitHub is at the beginning of a line, after optional white space.
  return printable(line).replace(/^(\s*):(?=:)/, `$1${replacement}`);
}

/** Formats a value as indented JSON that is safe to print. Parsing it returns the same value. */
export function printableJson(value: unknown): string {
  return escapedJson(JSON.stringify(value, null, 2));
}

/** Escapes unsafe characters in JSON. Parsing it returns the same values. */
export function escapedJson(json: string): string {
  const escape = (found: string) =>
    found === "\n" ? found : found.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return json.replace(unprintable, escape).replace(inLine, escape);
}
