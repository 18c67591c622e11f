/** Shortens a text to at most `width` columns. A shortened text ends with an ellipsis. */
export function cut(text: string, width: number): string {
  return text.length <= width
    ? text
    : `${text
        .slice(0, Math.max(0, width - 1))
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd()}…`;
}

/** Breaks a text into lines between words. A word that is longer than `width` is not broken: it gets a line of its own. */
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
