/** A text that is written token by token. Line breaks are counted, and written before the token that follows them. */
export interface YamlWriter {
  /** At the column of its own line if a line break precedes it, else behind a space. */
  readonly write: (token: string, column: number) => void;
  /** What follows a comment is on another line. */
  readonly comment: (comment: string, column: number) => void;
  /** Further lines of a scalar, with their indentation. */
  readonly lines: (lines: readonly string[]) => void;
  /** A line break of the author. Two are a blank line, and so are more. */
  readonly countBreak: () => void;
  /** The next token starts a line. */
  readonly startLine: () => void;
  /** The same, without a blank line before it. */
  readonly startNextLine: () => void;
  /** The next token stays on this line, unless a comment ended it. */
  readonly join: () => void;
  /** The next token follows without a space. */
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
