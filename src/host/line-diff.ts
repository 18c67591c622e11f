/** Lines of a diff that are shown; what is beyond is counted. */
const longest = 40;
/** Lines around a change that are shown. */
const around = 2;
/** Cells of the table that finds what two texts share. Beyond it, all between the common ends counts as replaced. */
const largestTable = 4_000_000;

type Step = readonly [sign: " " | "-" | "+", line: string];

/** The difference between two texts as the hunks of a unified diff, each line with its end. Meant for a person: long ones are cut and long lines too. */
export function diffLines(former: string, next: string): string {
  const steps = compareLines(former.split("\n"), next.split("\n"));
  const lines = hunks(steps);
  const shown = lines.slice(0, longest).map((line) => (line.length > 200 ? `${line.slice(0, 199)}…` : line));
  const rest = lines.length - shown.length;
  return [...shown, ...(rest > 0 ? [`… and ${rest} more ${rest === 1 ? "line" : "lines"}`] : [])].map((line) => `${line}\n`).join("");
}

function compareLines(former: readonly string[], next: readonly string[]): Step[] {
  let start = 0;
  while (start < former.length && start < next.length && former[start] === next[start]) start++;
  let end = 0;
  while (end < former.length - start && end < next.length - start && former[former.length - 1 - end] === next[next.length - 1 - end]) end++;
  const same = (line: string): Step => [" ", line];
  return [
    ...former.slice(0, start).map(same),
    ...compareMiddles(former.slice(start, former.length - end), next.slice(start, next.length - end)),
    ...former.slice(former.length - end).map(same),
  ];
}

/** The longest common subsequence, by the textbook. */
function compareMiddles(former: readonly string[], next: readonly string[]): Step[] {
  const width = next.length + 1;
  if ((former.length + 1) * width > largestTable)
    return [...former.map((line): Step => ["-", line]), ...next.map((line): Step => ["+", line])];
  // common[i * width + j]: how many lines former[i…] and next[j…] share.
  const common = new Uint32Array((former.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = former.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      common[i * width + j] = former[i] === next[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < former.length || j < next.length) {
    const a = former[i];
    const b = next[j];
    if (a !== undefined && a === b) {
      steps.push([" ", a]);
      i++;
      j++;
    } else if (a !== undefined && (b === undefined || at(i + 1, j) >= at(i, j + 1))) {
      steps.push(["-", a]);
      i++;
    } else if (b !== undefined) {
      steps.push(["+", b]);
      j++;
    }
  }
  return steps;
}

/** The steps that change something and a few around them, each stretch under its line numbers. */
function hunks(steps: readonly Step[]): string[] {
  const isNear = new Uint8Array(steps.length);
  for (const [index, [sign]] of steps.entries()) if (sign !== " ") isNear.fill(1, Math.max(0, index - around), index + around + 1);
  const lines: string[] = [];
  let formerLine = 1;
  let nextLine = 1;
  for (const [index, [sign, line]] of steps.entries()) {
    if (isNear[index] === 1) {
      if (isNear[index - 1] !== 1) lines.push(heading(steps, { index, isNear, formerLine, nextLine }));
      lines.push(`${sign}${line}`);
    }
    if (sign !== "+") formerLine++;
    if (sign !== "-") nextLine++;
  }
  return lines;
}

function heading(
  steps: readonly Step[],
  { index, isNear, formerLine, nextLine }: { index: number; isNear: Uint8Array; formerLine: number; nextLine: number },
): string {
  let formerCount = 0;
  let nextCount = 0;
  for (let at = index; isNear[at] === 1; at++) {
    const sign = steps[at]?.[0];
    if (sign !== "+") formerCount++;
    if (sign !== "-") nextCount++;
  }
  return `@@ -${formerCount === 0 ? formerLine - 1 : formerLine},${formerCount} +${nextCount === 0 ? nextLine - 1 : nextLine},${nextCount} @@`;
}
