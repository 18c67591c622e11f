import type { Fragment } from "./fragment.ts";
import { readBlockScalar } from "./nested-block.ts";
import { readQuotedScalar } from "./nested-quoted.ts";
import type { Range } from "./source.ts";
import type { Tree } from "./tree.ts";

/** A text that is the value of a scalar in another text, in pieces. */
export interface NestedText {
  readonly text: string;
  /** The pieces, in order. Both texts have the same order. */
  readonly pieces: readonly Piece[];
  /** The scalar in the outer text. */
  readonly scalar: Range;
  /** Whether the pieces are known; if not, only the whole text has a range. */
  readonly isExact: boolean;
}

/** A range of the inner text and its range in the outer text. If their lengths differ, the outer text is an escape sequence or folded line breaks. */
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

/** Decodes a scalar, with the range of each character in the outer text. */
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
  // If this decoding differs from that of the parser, only the whole scalar has a range.
  if (text !== decoded)
    return { text: decoded, pieces: [{ inner: { start: 0, end: decoded.length }, outer: scalar }], scalar, isExact: false };
  return { text, pieces, scalar, isExact: true };
}

/** The range in the outer text of a range of the inner one. */
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

/** The last piece that starts at or before an inner offset and is not empty. */
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
