import { type PythonToken, readPython } from "./python-tokens.ts";

/** Why Python cannot read some code, and where. */
export interface PythonProblem {
  readonly reason: string;
  readonly start: number;
}

interface Line {
  readonly tokens: readonly PythonToken[];
  /** The width of the white space before it. */
  readonly indent: number;
}

const closing: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);
/** A statement that begins with one of these words has a colon, and a block. */
const blockWords: ReadonlySet<string> = new Set("class def elif else except finally for if try while with".split(" "));

/**
 * Finds the first reason why Python cannot read some code: a string or a bracket without an end, another bracket than the open one, a missing
 * colon, or a wrong indentation. Whatever else a parser would reject, such as two names in a row, is not found, so that nothing is
 * reported for code that some version of Python reads.
 */
export function pythonProblem(code: string): PythonProblem | undefined {
  const { tokens, lineBreaks, openString } = readPython(code);
  if (openString !== undefined) return { reason: "a string has no end", start: openString };
  const open: PythonToken[] = [];
  const lines: Line[] = [];
  let line: PythonToken[] = [];
  let next = 0;
  for (const token of tokens) {
    while (next < lineBreaks.length && (lineBreaks[next] ?? 0) < token.start) {
      next++;
      if (open.length > 0 || line.length === 0) continue;
      lines.push(lineOf(line, code));
      line = [];
    }
    const opening = closing.get(token.text);
    if (opening !== undefined && open.pop()?.text !== opening) return { reason: `"${token.text}" closes nothing`, start: token.start };
    if ("([{".includes(token.text)) open.push(token);
    line.push(token);
  }
  const unclosed = open[0];
  if (unclosed !== undefined) return { reason: `"${unclosed.text}" is not closed`, start: unclosed.start };
  if (line.length > 0) lines.push(lineOf(line, code));
  return problemOfLines(lines, code);
}

function lineOf(tokens: readonly PythonToken[], code: string): Line {
  const start = tokens[0]?.start ?? 0;
  // The width of a string's prefix is not known, and not needed.
  const before = code.slice(code.lastIndexOf("\n", start - 1) + 1, start);
  return { tokens, indent: /^\s*/.exec(before)?.[0].length ?? 0 };
}

function problemOfLines(lines: readonly Line[], code: string): PythonProblem | undefined {
  const [first] = lines;
  // Python compares tabs with spaces by rules of its own.
  const comparesIndents = !/^ *[\t\f]/m.test(code);
  const levels = [first?.indent ?? 0];
  let opensBlock = false;
  for (const { tokens, indent } of lines) {
    const start = tokens[0]?.start ?? 0;
    const level = levels.at(-1) ?? 0;
    if (comparesIndents) {
      if (opensBlock && indent <= level) return { reason: "a block has no lines", start };
      if (!opensBlock && indent > level) return { reason: "a line is indented for no reason", start };
      if (indent > level) levels.push(indent);
      while (indent < (levels.at(-1) ?? 0)) levels.pop();
      if (levels.at(-1) !== indent) return { reason: "a line is indented as no line before it", start };
    }
    if (lacksColon(tokens)) return { reason: `\`${tokens[0]?.text}\` has no colon`, start };
    opensBlock = tokens.at(-1)?.text === ":";
  }
  return opensBlock ? { reason: "a block has no lines", start: lines.at(-1)?.tokens[0]?.start ?? 0 } : undefined;
}

function lacksColon([word, ...others]: readonly PythonToken[]): boolean {
  return word !== undefined && blockWords.has(word.text) && !others.some(({ text }) => text === ":");
}
