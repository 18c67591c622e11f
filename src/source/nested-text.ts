import type { Fragment } from "./fragment.ts";
import { readBlockScalar } from "./nested-block.ts";
import { readQuotedScalar } from "./nested-quoted.ts";
import type { Range } from "./source.ts";
import type { Tree } from "./tree.ts";

/** The decoded value of a scalar, and the position of each of its pieces in the outer text that contains the scalar. */
export interface NestedText {
  readonly text: string;
  /** The pieces in the order of the decoded text, which is also their order in the outer text. */
  readonly pieces: readonly Piece[];
  /** The range of the scalar in the outer text. */
  readonly scalar: Range;
  /** Whether the decoded text could be divided into pieces. If not, the whole text is one piece. */
  readonly isExact: boolean;
}

/**
 * A range of the nested text and the corresponding range of the outer text. If the lengths differ, the range of the outer text is an escape
 * sequence or folded line breaks.
 */
export interface Piece {
  readonly inner: Range;
  readonly outer: Range;
}

/** A scalar in a text. */
export interface ScalarText {
  readonly text: string;
  readonly range: Range;
  readonly format: Tree["format"];
  /** The scalar's value, as the parser read it. */
  readonly decoded: string;
}

/** Decodes a scalar, and determines the range of each decoded character in the outer text. */
export function readNestedText({ text, range, format, decoded }: ScalarText): NestedText {
  const written = text.charAt(range.start);
  const isBlock = format !== "json" && (written === "|" || written === ">");
  const pieces = isBlock ? readBlockScalar(text, range, decoded) : readQuotedScalar(text, range, format);
  return join(pieces, { scalar: range, decoded });
}

function join(fragments: readonly Fragment[], { scalar, decoded }: { scalar: Range; decoded: string }): NestedText {
  const pieces: Piece[] = [];
  let length = 0;
  for (const { text, outer } of fragments) {
    if (text === "" && outer.start === outer.end) continue;
    pieces.push({ inner: { start: length, end: length + text.length }, outer });
    length += text.length;
  }
  const text = fragments.map((fragment) => fragment.text).join("");
  // The text of the fragments differs from the value that the parser read, so only the range of the whole scalar is known.
  if (text !== decoded)
    return { text: decoded, pieces: [{ inner: { start: 0, end: decoded.length }, outer: scalar }], scalar, isExact: false };
  return { text, pieces, scalar, isExact: true };
}

/** Converts a range of the nested text to a range of the outer text. */
export function outerRange({ pieces, scalar }: NestedText, { start, end }: Range): Range {
  const first = pieceAt(pieces, start);
  if (first === undefined) return scalar;
  const outerStart = isVerbatim(first)
    ? first.outer.start + Math.min(start, first.inner.end) - first.inner.start
    : start >= first.inner.end
      ? first.outer.end
      : first.outer.start;
  if (end <= start) return { start: outerStart, end: outerStart };
  const last = pieceAt(pieces, end - 1) ?? first;
  const outerEnd = isVerbatim(last) ? last.outer.start + Math.min(end, last.inner.end) - last.inner.start : last.outer.end;
  return { start: outerStart, end: Math.max(outerStart, outerEnd) };
}

function isVerbatim({ inner, outer }: Piece): boolean {
  return inner.end - inner.start === outer.end - outer.start;
}

/** The last piece that starts at or before an offset of the nested text. */
function pieceAt(pieces: readonly Piece[], offset: number): Piece | undefined {
  let low = 0;
  let high = pieces.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && piece.inner.start <= offset) low = middle;
    else high = middle;
  }
  return pieces[low];
}
