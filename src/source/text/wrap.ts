/** The number of columns of text that is not printed to a terminal. */
export const defaultWidth = 80;

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

/**
 * Breaks the lines that are longer than `width` between words. Further lines are indented by `indent`, by default as the line. Spaces
 * between words stay, so that the columns of a table do.
 */
export function wrapLines(text: string, width: number, indent?: number): string {
  return text
    .split("\n")
    .flatMap((line) => (line.length <= width ? [line] : wrapIndented(line, width, " ".repeat(indent ?? indentOf(line)))))
    .join("\n");
}

function wrapIndented(line: string, width: number, further: string): string[] {
  const lines: string[] = [];
  let rest = line;
  for (let end = breakIn(rest, width); end !== undefined; end = breakIn(rest, width)) {
    lines.push(rest.slice(0, end).trimEnd());
    rest = `${further}${rest.slice(end).trimStart()}`;
  }
  return [...lines, rest];
}

/** The position of the last space at which the line can be broken so that its start fits, else of the first; `undefined` if there is none. */
function breakIn(line: string, width: number): number | undefined {
  if (line.length <= width) return undefined;
  let last: number | undefined;
  for (let at = line.indexOf(" ", indentOf(line)); at !== -1 && (last === undefined || at <= width); at = line.indexOf(" ", at + 1))
    if (!isMeaningfulAtStart.test(line.slice(at + 1, at + 12))) last = at;
  return last;
}

/** The number of characters of white space at the beginning of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/**
 * A word that would be read as something else than text at the start of a line: as a command by GitHub or Azure Pipelines, which ignore
 * spaces before it, or as a place, a note or a help of a finding by a person. The text may be hostile.
 */
const isMeaningfulAtStart = /^(?: |$|::|##|-->|\||(?:error|warning|note|help)[:[])/;
