/** A text in at most this many columns, with an ellipsis where it is cut. */
export function cut(text: string, width: number): string {
  return text.length <= width
    ? text
    : `${text
        .slice(0, Math.max(0, width - 1))
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}

/** The lines of a text, broken between words. A word that is longer than a line has one of its own. */
export function wrap(text: string, width: number): string[] {
  return text.trim() === ""
    ? []
    : text
        .trim()
        .split("\n")
        .flatMap((line) => wrapLine(line, width));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/ +/)) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current += current === "" ? word : ` ${word}`;
  }
  return [...lines, current];
}
