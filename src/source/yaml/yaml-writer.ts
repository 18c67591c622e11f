/** Writes a text token by token. Line breaks are counted, and written before the next token. */
export interface YamlWriter {
  /** Writes a token. After a line break, the token starts at `column`; otherwise, a space precedes the token. */
  readonly write: (token: string, column: number) => void;
  /** Writes a comment. The next token starts on a new line. */
  readonly comment: (comment: string, column: number) => void;
  /** Writes further lines of a scalar, with their indentation. */
  readonly lines: (lines: readonly string[]) => void;
  /** Counts a line break in the author's text. Two or more consecutive line breaks become one blank line. */
  readonly countBreak: () => void;
  /** Makes the next token start on a new line. */
  readonly startLine: () => void;
  /** Makes the next token start on a new line, without a blank line before it. */
  readonly startNextLine: () => void;
  /** Makes the next token stay on the line of the previous token, unless the previous token is a comment. */
  readonly join: () => void;
  /** Makes the next token follow the previous token without a space. */
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
