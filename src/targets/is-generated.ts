/**
 * Whether a target emitted the text of a file. Modules state this in their first line, Markdown below its front matter. JSON, which has no comments, is recognized by a layout
 * that neither people nor formatters use: an object on one line without a space after colons, or an indentation of one space.
 */
export function isGenerated(text: string): boolean {
  if (!text.startsWith("{\n")) return /^(?:\/\/ (?:Generated|Copied)|(?:---\n(?:.+\n){2}---\n\n)?<!-- Generated) by toolsetc\b/.test(text);
  return /^\{\n "/.test(text) || compactLine.test(text) || /^\{\n {2}"\w+": \[\]\n\}\n$/.test(text);
}

const compactLine = /^ {2,}(?:"(?:[^"\\\n]|\\.)*": )?\{"(?:[^"\\\n]|\\.)*":\S/m;
