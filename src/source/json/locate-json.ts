import type { PathTree } from "../path-tree.ts";
import type { Range } from "../source.ts";
import { afterSpace, isSpace } from "../text/white-space.ts";
import { stringEnd } from "./json-string.ts";

/**
 * Locates the requested paths in one pass over a text that `parseJson` accepted. Values that were not requested are skipped, and the pass
 * stops after the last requested path. If several members have the same name, the last one is located, since `JSON.parse` keeps that one.
 */
export function locateJson(text: string, pathTree: PathTree, { hasDuplicates }: { readonly hasDuplicates: boolean }): void {
  const start = afterSpace(text, text.charCodeAt(0) === 0xfeff ? 1 : 0);
  locateValue(text, start, { place: pathTree, key: undefined, isLast: !hasDuplicates });
}

/** A value to visit, with the requested paths at and inside this value. */
interface Target {
  readonly place: PathTree;
  readonly key: Range | undefined;
  /** Whether no requested path outside of this value follows in the text, so that the pass may stop. */
  readonly isLast: boolean;
}

/** Locates the requested paths at and inside a value. Returns the end offset of the value, or any offset if no requested path follows. */
function locateValue(text: string, start: number, { place, key, isLast }: Target): number {
  const isRequested = place.origins.length > 0;
  const end = place.children.size === 0 ? valueEnd(text, start) : locateInside(text, start, { place, key, isLast: isLast && !isRequested });
  const value = { start, end };
  if (isRequested) place.location = { value, key: key ?? value, inFlow: true, isExact: true };
  return end;
}

function locateInside(text: string, start: number, { place, isLast }: Target): number {
  const opening = text.charCodeAt(start);
  if (opening !== 0x7b && opening !== 0x5b) return valueEnd(text, start);
  let left = place.children.size;
  let at = afterSpace(text, start + 1);
  for (let index = 0; !isClosing(text.charCodeAt(at)); index++) {
    if (text.charCodeAt(at) === 0x2c) at = afterSpace(text, at + 1);
    let key: Range | undefined;
    let name = String(index);
    if (opening === 0x7b) {
      key = { start: at, end: stringEnd(text, at) };
      name = nameAt(text, key);
      at = afterSpace(text, afterSpace(text, key.end) + 1);
    }
    const child = place.children.get(name);
    if (child === undefined) at = afterSpace(text, valueEnd(text, at));
    else {
      left--;
      const isLastHere = isLast && left === 0;
      at = afterSpace(text, locateValue(text, at, { place: child, key, isLast: isLastHere }));
      if (isLastHere) return at;
    }
  }
  return at + 1;
}

function nameAt(text: string, { start, end }: Range): string {
  const written = text.slice(start + 1, end - 1);
  return written.includes("\\") ? String(JSON.parse(`"${written}"`)) : written;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}

/** The end offset of the value that starts at `start`. Brackets are counted instead of using recursion. */
function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === 0x22) return stringEnd(text, start);
  if (first !== 0x7b && first !== 0x5b) return wordEnd(text, start);
  let depth = 0;
  for (let at = start; ; at++) {
    const code = text.charCodeAt(at);
    // A fast path: half of many documents is white space, whose character codes are lower than those of brackets and quotes.
    if (code < 0x22) continue;
    if (code === 0x22) at = stringEnd(text, at) - 1;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (isClosing(code) && --depth === 0) return at + 1;
  }
}

function wordEnd(text: string, start: number): number {
  let end = start;
  for (
    let code = text.charCodeAt(end);
    end < text.length && !isSpace(code) && code !== 0x2c && !isClosing(code);
    code = text.charCodeAt(end)
  )
    end++;
  return end;
}
