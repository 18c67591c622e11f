/**
 * Whether a target emitted this text. A generated module states this in its first line, and generated Markdown below its front matter. JSON
 * has no comments, so generated JSON is recognized by a layout that neither people nor formatters use: an object on one line without a
 * space after colons, or an indentation of one space.
 */
export function isGenerated(text: string): boolean {
  if (!text.startsWith("{\n")) return /^(?:\/\/ (?:Generated|Copied)|(?:---\n(?:.+\n){2}---\n\n)?<!-- Generated) by toolsetc\b/.test(text);
  return /^\{\n "/.test(text) || compactLine.test(text) || /^\{\n {2}"\w+": \[\]\n\}\n$/.test(text);
}

const compactLine = /^ {2,}(?:"(?:[^"\\\n]|\\.)*": )?\{"(?:[^"\\\n]|\\.)*":\S/m;
