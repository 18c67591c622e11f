/**
 * Replaces comments, and commas before a closing bracket, by spaces in a JSON text, since editors allow both in their settings files. All
 * other characters keep their positions. The time is linear in the length of the text.
 */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let comma: number | undefined;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    const end = character === '"' ? endOfString(text, at) : character === "/" ? commentEnd(text, at) : at + 1;
    const part = text.slice(at, end);
    const isComment = character === "/" && end > at + 1;
    // That a comma is superfluous is only known at the closing bracket after it.
    if (comma !== undefined && /^[}\]]$/.test(part)) parts[comma] = " ";
    if (character === ",") comma = parts.length;
    else if (!isComment && part.trim() !== "") comma = undefined;
    parts.push(isComment ? part.replace(/[^\r\n]/g, " ") : part);
    at = end;
  }
  return parts.join("");
}

/** The end offset of the comment that starts at a `/`. If the `/` starts no comment, the offset after the `/`. */
function commentEnd(text: string, start: number): number {
  const next = text[start + 1];
  if (next !== "/" && next !== "*") return start + 1;
  const end = next === "/" ? text.indexOf("\n", start) : text.indexOf("*/", start + 2);
  if (end === -1) return text.length;
  return next === "/" ? end : end + 2;
}

/** The end offset of a string; the end of the text if the string is not closed. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
