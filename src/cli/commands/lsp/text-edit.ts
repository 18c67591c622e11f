import type { TextEdit } from "vscode-languageserver";
import { lineStarts } from "../../../source/source.ts";
import { positionAt } from "./to-diagnostic.ts";

/** The smallest edit that converts `before` to `after` without splitting a surrogate pair or a CRLF. */
export function difference(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  while (start > 0 && isInside(before, start)) start--;
  let common = 0;
  while (common < most - start && before[before.length - 1 - common] === after[after.length - 1 - common]) common++;
  while (common > 0 && isInside(before, before.length - common)) common--;
  const end = before.length - common;
  const starts = lineStarts(before, end);
  return { range: { start: positionAt(starts, start), end: positionAt(starts, end) }, newText: after.slice(start, after.length - common) };
}

function isInside(text: string, offset: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)$/.test(text.slice(offset - 1, offset + 1));
}
