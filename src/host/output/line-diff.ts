import { structuredPatch } from "diff";

/** The maximum number of lines of a diff that are shown; the rest is counted. */
const maxShown = 40;
/** The maximum length of a shown line with its sign: that of a line on a terminal. */
const maxLength = 80;
/** The number of characters that are shown before the first difference of a longer line. */
const lead = 30;
/** The number of unchanged lines that are shown around a change. */
const context = 2;
/** The maximum number of lines that may differ between compared texts. The time of a comparison grows with the square of this number. */
const maxEdits = 500;

/** The difference between two texts as hunks of a unified diff for people: long diffs and long lines are truncated. */
export function diffLines(former: string, next: string): string {
  const [before, after] = [linesOf(former), linesOf(next)];
  const whole = hunkLines(before, after, 0);
  const lines = whole ?? beginning(before, after);
  const shown = shortened(lines.slice(0, maxShown));
  const rest = lines.length - shown.length;
  const more = whole === undefined ? ["… and more"] : rest > 0 ? [`… and ${rest} more ${rest === 1 ? "line" : "lines"}`] : [];
  return [...shown, ...more].map((line) => `${line}\n`).join("");
}

/** Cuts long lines around what differs between a removed line and the added line in its place. */
function shortened(lines: readonly string[]): string[] {
  const starts = new Map<number, number>();
  const removed: number[] = []; // Those above the current line that no added line has replaced.
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("-")) removed.push(index);
    else if (!line.startsWith("+")) removed.length = 0;
    const former = line.startsWith("+") ? removed.shift() : undefined;
    if (former === undefined) continue;
    const start = firstDifference(lines[former] ?? "", line) - lead;
    starts.set(former, start).set(index, start);
  }
  // The last line of a text may have a note about its missing line ending.
  return lines.map((line, index) => line.replace(/^.*/, (text) => cut(text, starts.get(index) ?? 0)));
}

/** The position of the first difference of two lines, after their signs. */
function firstDifference(a: string, b: string): number {
  let at = 1;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

/** A line cut to the maximum length: from its beginning, or from `start` if that would not show much of what comes after it. */
function cut(line: string, start: number): string {
  if (line.length <= maxLength) return line;
  const isWhole = start < maxLength - 2 * lead;
  const head = isWhole ? line[0] : `${line[0]}…`;
  const rest = line.slice(isWhole ? 1 : start);
  const space = maxLength - (isWhole ? 1 : 2);
  return `${head}${rest.length <= space ? rest : `${rest.slice(0, space - 1)}…`}`;
}

/** The first lines of the difference between two texts, for texts that differ in too many lines for a whole diff. */
function beginning(before: readonly string[], after: readonly string[]): readonly string[] {
  let start = 0;
  while (before[start] === after[start]) start++;
  const from = Math.max(0, start - context);
  const part = (lines: readonly string[]) => lines.slice(from, from + maxEdits / 2);
  return hunkLines(part(before), part(after), from) ?? [];
}

/**
 * The lines of the hunks; `undefined` if too many lines differ. The lines of the texts may be megabytes long, so each is replaced by a
 * number for the comparison.
 */
function hunkLines(before: readonly string[], after: readonly string[], from: number): readonly string[] | undefined {
  const numbers = new Map<string, number>();
  for (const line of [...before, ...after]) if (!numbers.has(line)) numbers.set(line, numbers.size);
  const text = (lines: readonly string[]) => lines.map((line) => `${numbers.get(line)}\n`).join("");
  const patch = structuredPatch("", "", text(before), text(after), undefined, undefined, { context, maxEditLength: maxEdits });
  const known = [...numbers.keys()];
  // In a unified diff, an empty range has the number of the line before the range.
  const range = (start: number, count: number) => `${start + from - (count === 0 ? 1 : 0)},${count}`;
  return patch?.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines.map((line) => `${line[0]}${known[Number(line.slice(1))]}`),
  ]);
}

/** The lines without their line endings. Git may change line endings, and such a change is not shown. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const last = lines.pop();
  return last === "" || last === undefined ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}
