import { isArray, isObject, type Json } from "../../../../source/json/json.ts";
import { parseTree } from "../../../../source/parse-tree.ts";
import type { Range } from "../../../../source/source.ts";
import type { Path } from "../../../../source/tree.ts";

/** The place of the cursor in the data of a text that is being written. */
export interface Cursor {
  /** Whether the cursor is at the key of a member, or at a value. */
  readonly part: "key" | "value";
  /** The path of the value or, for a key, of the object that has the key. */
  readonly path: Path;
  /** The data of the text, in which `marker` stands for the word at the cursor. */
  readonly data: Json;
  /** Whether the text is the value of a field, such as the document of a definition. Path and data are then those of this text. */
  readonly isNested: boolean;
}

/** The word at the cursor: what a completion replaces. */
export interface Word {
  readonly range: Range;
  /** The quote before the word; the empty string for a word without quotes. */
  readonly quote: string;
  /** Whether the word is the first on its line, so that it may become a key. */
  readonly isFirst: boolean;
  /** Whether a colon follows the word. */
  readonly isKey: boolean;
}

/** Stands for the word at the cursor in the parsed text. No key or value is equal to it. */
export const marker = "toolsetc-completes-this-word";

/** The word at an offset of a YAML or JSON text; `undefined` in a comment. */
export function wordAt(text: string, offset: number): Word | undefined {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const lineBreak = text.indexOf("\n", offset);
  const line = text.slice(lineStart, lineBreak === -1 ? text.length : lineBreak).replace(/\r$/, "");
  const column = Math.min(offset - lineStart, line.length);
  const { start, quote, inFlow } = startOfWord(line.slice(0, column));
  if (quote === "" && /(?:^|\s)#/.test(line.slice(start === 0 ? 0 : start - 1, column))) return undefined;
  const rest = line.slice(column);
  const end = column + (quote === "" ? endOfPlain(rest, inFlow) : endOfQuoted(rest, quote));
  return {
    range: { start: lineStart + start, end: lineStart + Math.max(end, start) },
    quote,
    isFirst: /^[\s-]*["']?$/.test(line.slice(0, start)),
    isKey: /^["']?\s*:/.test(line.slice(Math.max(end, start))),
  };
}

/** Reads a line up to the cursor: where the last word starts, its quote, and whether it is inside brackets. */
function startOfWord(before: string): { readonly start: number; readonly quote: string; readonly inFlow: boolean } {
  let start = 0;
  let quote = "";
  let depth = 0;
  for (let at = 0; at < before.length; at++) {
    const character = before.charAt(at);
    const isAtStart = before.slice(start, at).trim() === "";
    if (quote !== "") {
      if (character === "\\" && quote === '"') at++;
      else if (character === quote) quote = "";
      continue;
    }
    if (isAtStart && (character === '"' || character === "'")) {
      quote = character;
      start = at + 1;
    } else if (isAtStart && "[{".includes(character)) {
      depth++;
      start = at + 1;
    } else if (depth > 0 && "]}".includes(character)) depth--;
    else if (depth > 0 && character === ",") start = at + 1;
    else if (character === ":" && /^(?:\s|$)/.test(before.slice(at + 1))) start = at + 1;
    else if (isAtStart && character === "-" && /^\s/.test(before.slice(at + 1))) start = at + 1;
  }
  const blank = quote === "" ? (/^\s*/.exec(before.slice(start))?.[0].length ?? 0) : 0;
  return { start: start + blank, quote, inFlow: depth > 0 };
}

function endOfPlain(rest: string, inFlow: boolean): number {
  const end = rest.search(inFlow ? /\s*(?:[,\]}]|:(?:\s|$)|\s#|$)/ : /\s*(?::(?:\s|$)|\s#|$)/);
  return end === -1 ? rest.length : end;
}

function endOfQuoted(rest: string, quote: string): number {
  const end = rest.indexOf(quote);
  return end === -1 ? rest.trimEnd().length : end;
}

/**
 * The places at which the word may be in the data of the text. The text is parsed with `marker` in place of the word: as a key, and as a
 * value. If the text after the line has errors, it is left out.
 */
export function cursorsAt(path: string, text: string, { range, quote, isFirst, isKey }: Word): readonly Cursor[] {
  const before = text.slice(0, range.start);
  const after = text.slice(range.end);
  const closing = quote === "" || after.startsWith(quote) ? "" : quote;
  const lineEnd = after.indexOf("\n");
  const rests = [after, ...(lineEnd === -1 ? [] : [after.slice(0, lineEnd + 1)])];
  const asKey = (rest: string) => `${before}${marker}${closing}${rest.startsWith(quote) ? quote : ""}: null${rest.slice(quote.length)}`;
  const forms: readonly ((rest: string) => string)[] = [
    ...(isKey || (!isFirst && quote === "") ? [] : [asKey]),
    (rest) => before + marker + closing + rest,
  ];
  return forms.flatMap((form) => {
    for (const rest of rests) {
      const { data } = parseTree({ path, text: form(rest) });
      const found = data === undefined ? undefined : find(data, [], data);
      if (found !== undefined) return [found];
    }
    return [];
  });
}

/** Finds the marker at or below a value of `data`, and in texts there that are objects when they are parsed. */
function find(value: Json, path: Path, data: Json): Cursor | undefined {
  if (value === marker) return { part: "value", path, data, isNested: false };
  if (isObject(value) && Object.hasOwn(value, marker)) return { part: "key", path, data, isNested: false };
  if (typeof value === "string") return value.includes(marker) ? findNested(value) : undefined;
  const children = isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  for (const [step, child] of children) {
    const found = find(child, [...path, step], data);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findNested(text: string): Cursor | undefined {
  const { data } = parseTree({ path: "", text });
  const found = data !== undefined && isObject(data) ? find(data, [], data) : undefined;
  return found && { ...found, isNested: true };
}
