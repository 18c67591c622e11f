/** A text and the file that contains it. `path` is relative to the project's root and uses `/`. */
export interface Source {
  readonly path: string;
  readonly text: string;
  /** Whether the text is the value of a command-line flag instead of a file; `path` is then the name of the flag. */
  readonly isFlag?: true;
}

/** A range of a text in UTF-16 code units; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A range in a file. */
export interface Span extends Range {
  readonly source: Source;
}

/** The start offsets of the lines of a text, at least up to the line that contains `offset`. */
export function lineStarts(text: string, offset: number): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
    if (at >= offset) break;
  }
  return starts;
}

/** The index of the line that contains `offset`, counted from 0. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}
