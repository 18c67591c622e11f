// What a terminal would obey or hide instead of showing it.
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\ud800-\udfff]/gu;
/** What runs commands in the log of a CI wherever it stands in a line: GitHub's old form, Azure's and TeamCity's. */
const inLine = /#(?=#(?:\[|vso\[|teamcity\[))/gi;
const replacement = "\ufffd";

/** A text from outside as a part of a line. Each unit is replaced by one, so that the marks of a finding stay under their text. */
export function printable(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replace(unprintable, (found) => replacement.repeat(found.length))
    .replace(inLine, replacement);
}

/** A text as lines, with nothing in it but what is to be read. */
export function printableLines(text: string): string {
  return text.split("\n").map(printableLine).join("\n");
}

function printableLine(line: string): string {
  // A command of GitHub stands at the beginning of a line, before which blanks do not count.
  return printable(line).replace(/^(\s*):(?=:)/, `$1${replacement}`);
}

/** A value as JSON in lines, in which every string is what it was and nothing is left that a terminal or a CI would obey. */
export function printableJson(value: unknown): string {
  return escapedJson(JSON.stringify(value, null, 2));
}

/** JSON with the same values, in which whatever is not to be read as it is has been escaped. */
export function escapedJson(json: string): string {
  const escape = (found: string) =>
    found === "\n" ? found : found.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return json.replace(unprintable, escape).replace(inLine, escape);
}
