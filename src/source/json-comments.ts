/**
 * A JSON text with spaces in place of its comments and of commas before a closing bracket, which editors allow in their
 * settings. Every other character keeps its position. Takes linear time, whatever the text is.
 */
export function withoutComments(text: string): string {
  const parts: string[] = [];
  let comma: number | undefined;
  for (let at = 0; at < text.length; ) {
    const character = text[at] ?? "";
    const end = character === '"' ? endOfString(text, at) : character === "/" ? commentEnd(text, at) : at + 1;
    const part = text.slice(at, end);
    const isComment = character === "/" && end > at + 1;
    // A comma is known to be superfluous only when the bracket after it is reached.
    if (comma !== undefined && /^[}\]]$/.test(part)) parts[comma] = " ";
    if (character === ",") comma = parts.length;
    else if (!isComment && part.trim() !== "") comma = undefined;
    parts.push(isComment ? part.replace(/[^\r\n]/g, " ") : part);
    at = end;
  }
  return parts.join("");
}

/** The end of a comment; of another `/`, the next position. */
function commentEnd(text: string, start: number): number {
  const next = text[start + 1];
  if (next !== "/" && next !== "*") return start + 1;
  const end = next === "/" ? text.indexOf("\n", start) : text.indexOf("*/", start + 2);
  if (end === -1) return text.length;
  return next === "/" ? end : end + 2;
}

/** Of a string that does not end, the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
