/**
 * Whether a text is one that a target wrote. Modules say so in their first line. JSON has no comments: ours is known by its layout, an object
 * that has one of many lines to itself, without a blank after its colons, or an indentation of one space: people and formatters write neither. Of an empty list nothing is lost.
 */
export function isGenerated(text: string): boolean {
  if (!text.startsWith("{\n")) return /^\/\/ (?:Generated|Copied) by toolsetc\b/.test(text);
  return /^\{\n "/.test(text) || compactLine.test(text) || /^\{\n {2}"\w+": \[\]\n\}\n$/.test(text);
}

const compactLine = /^ {2,}(?:"(?:[^"\\\n]|\\.)*": )?\{"(?:[^"\\\n]|\\.)*":\S/m;
