/**
 * Whether a target emitted a text. Modules state it in their first line. JSON has no comments: it is recognized by its layout, an object
 * on one line without a space after colons, or an indentation of one space: neither people nor formatters write these.
 */
export function isGenerated(text: string): boolean {
  if (!text.startsWith("{\n")) return /^\/\/ (?:Generated|Copied) by toolsetc\b/.test(text);
  return /^\{\n "/.test(text) || compactLine.test(text) || /^\{\n {2}"\w+": \[\]\n\}\n$/.test(text);
}

const compactLine = /^ {2,}(?:"(?:[^"\\\n]|\\.)*": )?\{"(?:[^"\\\n]|\\.)*":\S/m;
