/** Writes a text token by token. Line breaks are counted, and written before the next token. */
export interface YamlWriter {
  /** Writes a token: at the column of a new line after a line break, else after a space. */
  readonly write: (token: string, column: number) => void;
  /** Writes a comment. The next token starts a line. */
  readonly comment: (comment: string, column: number) => void;
  /** Writes further lines of a scalar, with their indentation. */
  readonly lines: (lines: readonly string[]) => void;
  /** Counts a line break of the author. Two or more become one blank line. */
  readonly countBreak: () => void;
  /** Lets the next token start a line. */
  readonly startLine: () => void;
  /** Lets the next token start a line, without a blank line before it. */
  readonly startNextLine: () => void;
  /** Lets the next token stay on the line of the last token, unless that is a comment. */
  readonly join: () => void;
  /** Lets the next token follow without a space. */
  readonly glue: () => void;
  readonly text: () => string;
}

export function createYamlWriter(): YamlWriter {
  const parts: string[] = [];
  let breaks = 0;
  let endsInComment = false;
  let gap = "";

  function write(token: string, column: number): void {
    const lineBreaks = parts.length === 0 ? 0 : Math.min(Math.max(breaks, endsInComment ? 1 : 0), 2);
    parts.push(lineBreaks > 0 || parts.length === 0 ? "\n".repeat(lineBreaks) + " ".repeat(column) : gap, token);
    breaks = 0;
    endsInComment = false;
    gap = " ";
  }

  return {
    write,
    comment: (comment, column) => {
      gap = " ";
      write(comment, column);
      endsInComment = true;
    },
    lines: (lines) => {
      for (const line of lines) parts.push(`\n${line}`);
    },
    countBreak: () => {
      breaks++;
    },
    startLine: () => {
      breaks = Math.max(breaks, 1);
    },
    startNextLine: () => {
      breaks = 1;
    },
    join: () => {
      breaks = 0;
    },
    glue: () => {
      gap = "";
    },
    text: () => (parts.length === 0 ? "" : `${parts.join("")}\n`),
  };
}
