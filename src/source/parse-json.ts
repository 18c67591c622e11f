import { findConflictMarker } from "./find-conflict-marker.ts";
import { findJsonError } from "./find-json-error.ts";
import { isArray, isObject, type Json, maxDepth } from "./json.ts";
import { scanJson } from "./scan-json.ts";
import type { Parsed } from "./tree.ts";

/**
 * Reads JSON (RFC 8259). `JSON.parse` is ten times as fast as any parser with positions, so it goes first, and what it
 * does not report is detected by counting colons. Each follows a name or is in a string, so if the text has more than the data
 * accounts for, there is a duplicate name. Only then is the text read token by token.
 */
export function parseJson(text: string): Parsed {
  const body = text.charCodeAt(0) === byteOrderMark ? ` ${text.slice(1)}` : text; // As long as it was, so that offsets stay.
  let data: Json;
  try {
    data = JSON.parse(body) as Json; // It returns only JSON values, and is not recursive.
  } catch {
    // The engine's message does not always have a position, and its wording differs by version.
    return { data: undefined, problems: [findConflictMarker(body) ?? findJsonError(body)] };
  }
  const mayEscapeColon = body.includes("\\u003");
  if (!mayEscapeColon && colonsIn(body) === colonsOf(data, maxDepth)) return { data, problems: [] };
  return scanJson(body, data);
}

const byteOrderMark = 0xfeff;

function colonsIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) count++;
  return count;
}

/** How many colons the text of a value has; NaN if it nests too deep or contains a number that may have changed. */
function colonsOf(value: Json, depthLeft: number): number {
  if (typeof value === "string") return colonsIn(value);
  if (typeof value === "number") return mayHaveChanged(value) ? Number.NaN : 0;
  if (!isArray(value) && !isObject(value)) return 0;
  if (depthLeft === 0) return Number.NaN;
  let count = 0;
  if (isArray(value)) {
    for (const item of value) count += colonsOf(item, depthLeft - 1);
  } else {
    // Twice as fast as `Object.entries`. What `JSON.parse` makes inherits nothing that can be enumerated.
    for (const name in value) count += 1 + colonsIn(name) + colonsOf(value[name] ?? null, depthLeft - 1);
  }
  return count;
}

/** Beyond 2^53 not every integer can be represented, and beyond 2^1024 none. */
function mayHaveChanged(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER;
}
