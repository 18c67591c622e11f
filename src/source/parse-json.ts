import { type Json, maxDepth } from "./json.ts";
import { jsonFault } from "./json-fault.ts";
import { stringEnd } from "./json-string.ts";
import { scanJson } from "./scan-json.ts";
import type { Parsed } from "./tree.ts";

/**
 * Reads JSON (RFC 8259). `JSON.parse` is ten times as fast as any parser with positions, so it goes first. What it
 * hides is found by counting: a text with more colons than its data has keys gives a key twice. Only then is each
 * key looked at.
 */
export function parseJson(text: string): Parsed {
  const body = text.charCodeAt(0) === byteOrderMark ? ` ${text.slice(1)}` : text; // As long as it was, so that offsets stay.
  let data: Json;
  try {
    data = JSON.parse(body) as Json; // It gives nothing else, and is not recursive.
  } catch {
    // The engine's message has the place only sometimes, and its wording differs by version.
    return { data: undefined, problems: [jsonFault(body)] };
  }
  const { depth, keys, longNumbers } = countMarks(body);
  if (depth <= maxDepth && keys === countKeys(data) && !longNumbers) return { data, problems: [] };
  return scanJson(body, data);
}

const byteOrderMark = 0xfeff;

interface Marks {
  readonly depth: number;
  readonly keys: number;
  /** Whether a number has so many digits, or such an exponent, that it may not survive. */
  readonly longNumbers: boolean;
}

/** Counts in a text that is known to be JSON, in one pass that looks at no string. */
function countMarks(text: string): Marks {
  let [depth, deepest, keys, longNumbers] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = stringEnd(text, at) - 1;
    else if (code === 0x3a) keys++;
    else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth > deepest) deepest = depth;
    } else if (code === 0x7d || code === 0x5d) depth--;
    else if (code >= 0x30 && code <= 0x39) {
      const start = at;
      while (isNumberPart(text.charCodeAt(at + 1))) at++;
      if (at - start >= 15 || (at - start >= 3 && /[eE]/.test(text.slice(start, at)))) longNumbers = true;
    }
  }
  return { depth: deepest, keys, longNumbers };
}

function isNumberPart(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2e || code === 0x65 || code === 0x45 || code === 0x2b || code === 0x2d;
}

function countKeys(data: Json): number {
  let count = 0;
  const left: Json[] = [data];
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const items = Object.values(value);
    if (!Array.isArray(value)) count += items.length;
    for (const item of items) if (typeof item === "object" && item !== null) left.push(item);
  }
  return count;
}
