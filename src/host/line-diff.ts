import { structuredPatch } from "diff";

/** How many lines of a diff are shown; the rest is counted. */
const mostShown = 40;
/** Lines around a change that are shown. */
const context = 2;
/** The most lines that may differ. The time grows with their square, and users do not read so many. */
const mostEdits = 500;

/** The difference between two texts as the hunks of a unified diff, each line with its end. It is for users: long diffs and long lines are truncated. */
export function diffLines(former: string, next: string): string {
  const [before, after] = [linesOf(former), linesOf(next)];
  const whole = hunkLines(before, after, 0);
  const lines = whole ?? beginning(before, after);
  const shown = lines.slice(0, mostShown).map((line) => (line.length > 200 ? `${line.slice(0, 199)}…` : line));
  const rest = lines.length - shown.length;
  const more = whole === undefined ? ["… and more"] : rest > 0 ? [`… and ${rest} more ${rest === 1 ? "line" : "lines"}`] : [];
  return [...shown, ...more].map((line) => `${line}\n`).join("");
}

/** The start of the difference between texts that have little in common. */
function beginning(before: readonly string[], after: readonly string[]): readonly string[] {
  let start = 0;
  while (before[start] === after[start]) start++;
  const from = Math.max(0, start - context);
  const part = (lines: readonly string[]) => lines.slice(from, from + mostEdits / 2);
  return hunkLines(part(before), part(after), from) ?? [];
}

/** `undefined` where too many lines differ. Lines are compared as numbers, since they may be megabytes long. */
function hunkLines(before: readonly string[], after: readonly string[], from: number): readonly string[] | undefined {
  const numbers = new Map<string, number>();
  for (const line of [...before, ...after]) if (!numbers.has(line)) numbers.set(line, numbers.size);
  const text = (lines: readonly string[]) => lines.map((line) => `${numbers.get(line)}\n`).join("");
  const patch = structuredPatch("", "", text(before), text(after), undefined, undefined, { context, maxEditLength: mostEdits });
  const known = [...numbers.keys()];
  // A side without a line is named by the line before it.
  const range = (start: number, count: number) => `${start + from - (count === 0 ? 1 : 0)},${count}`;
  return patch?.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines.map((line) => `${line[0]}${known[Number(line.slice(1))]}`),
  ]);
}

/** Lines without their line endings, which git may change. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/);
  const last = lines.pop();
  return last === "" || last === undefined ? lines : [...lines, `${last}\n\\ No newline at end of file`];
}
