import { locate } from "../source/locate.ts";
import { lineAt, lineStarts, type Source, type Span } from "../source/source.ts";
import type { Place } from "../source/tree.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { maskPasswords, maskSecret } from "./hide-secret.ts";

/** A range of text in a file, for a report. `end` is exclusive. */
export interface Mark {
  readonly file: string;
  /** Whether the range is in the value of a flag instead of a file; `file` is then the name of the flag. */
  readonly isFlag?: true;
  readonly start: MarkPosition;
  readonly end: MarkPosition;
  /** The first line of the range, without its line break. */
  readonly text: string;
}

/** A line and a column, both counted from 1. Columns are counted in UTF-16 code units. */
export interface MarkPosition {
  readonly line: number;
  readonly column: number;
}

/** The file of a mark; `undefined` for the value of a flag, since no file contains it. */
export function fileOf({ file, isFlag }: Mark): string | undefined {
  return isFlag === true ? undefined : file;
}

/**
 * Returns a function that finds the mark of a place of the diagnostics. The text of each mark is masked where its line contains a secret.
 */
export function marksOf(diagnostics: readonly Diagnostic[]): (place: Place) => Mark {
  return maskSecrets(diagnostics, marker(diagnostics));
}

/** Locates all places at once, and splits each text into lines only once, up to its last place. */
function marker(diagnostics: readonly Diagnostic[]): (place: Place) => Mark {
  const spans = locate(diagnostics.flatMap(placesOf));
  const ends = new Map<Source, number>();
  for (const { source, end } of spans.values()) ends.set(source, Math.max(end, ends.get(source) ?? 0));
  const lines = new Map([...ends].map(([source, end]) => [source, linesOf(source, lineStarts(source.text, end))]));
  return (place) => {
    const span = spans.get(place);
    const found = span && lines.get(span.source);
    if (span === undefined || found === undefined) throw new Error("A place was not located.");
    return markIn(found, span);
  };
}

function placesOf({ place, related, causedAt }: Diagnostic): readonly Place[] {
  return [place, ...related.map((note) => note.place), ...(causedAt === undefined ? [] : [causedAt])];
}

interface Lines {
  readonly starts: readonly number[];
  readonly textOf: (line: number) => string;
}

/**
 * Returns the lines of a text. The text of a line is created only once, because all findings may be in one line that is a whole document.
 */
function linesOf({ text }: Source, starts: readonly number[]): Lines {
  const made = new Map<number, string>();
  const make = (line: number) => maskPasswords(text.slice(starts[line], starts[line + 1]).replace(/\r?\n$/, ""));
  const textOf = (line: number) => {
    const known = made.get(line) ?? make(line);
    made.set(line, known);
    return known;
  };
  return { starts, textOf };
}

function markIn({ starts, textOf }: Lines, { source, start, end }: Span): Mark {
  const flag = source.isFlag === true ? { isFlag: true as const } : {};
  return {
    file: source.path,
    ...flag,
    start: positionAt(starts, start),
    end: positionAt(starts, end),
    text: textOf(lineAt(starts, start)),
  };
}

function positionAt(starts: readonly number[], offset: number): MarkPosition {
  const line = lineAt(starts, offset);
  return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
}

function maskSecrets(diagnostics: readonly Diagnostic[], markOf: (place: Place) => Mark): (place: Place) => Mark {
  const texts = new Map<string, string>();
  for (const { place, isSecret } of diagnostics) {
    if (!isSecret) continue;
    const mark = markOf(place);
    texts.set(lineKey(mark), maskMark(texts.get(lineKey(mark)) ?? mark.text, mark));
  }
  return (place) => {
    const mark = markOf(place);
    return { ...mark, text: texts.get(lineKey(mark)) ?? mark.text };
  };
}

function lineKey({ file, start }: Mark): string {
  return `${file}\0${start.line}`;
}

function maskMark(text: string, { start, end }: Mark): string {
  return maskSecret(text, start.column - 1, end.line === start.line ? end.column - 1 : text.length);
}
