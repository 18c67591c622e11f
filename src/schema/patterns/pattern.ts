import type { Code } from "../../diagnostic/diagnostic.ts";
import { invalidPattern, slowPattern } from "../codes.ts";
import { mayBacktrack } from "./backtracking.ts";

/**
 * The result of checking a pattern: it can be executed ("safe"), is preserved only as an annotation ("slow"), or is omitted ("invalid").
 * The `pattern` in the result is valid with the flag `u`.
 */
export type PatternCheck =
  | { readonly kind: "safe"; readonly pattern: string }
  | { readonly kind: "slow"; readonly pattern: string; readonly code: Code<{ pattern: string }> }
  | { readonly kind: "invalid"; readonly code: Code<{ pattern: string }> };

/** Creates a function that checks patterns. It remembers the results, since a document may repeat a pattern hundreds of times. */
export function createPatternChecker(): (pattern: string) => PatternCheck {
  const known = new Map<string, PatternCheck>();
  return (pattern) => {
    let result = known.get(pattern);
    if (result === undefined) {
      result = checkPattern(pattern);
      known.set(pattern, result);
    }
    return result;
  };
}

function checkPattern(pattern: string): PatternCheck {
  const valid = isValidPattern(pattern) ? pattern : repaired(pattern);
  if (valid === undefined) return { kind: "invalid", code: invalidPattern };
  return mayBacktrack(valid) ? { kind: "slow", pattern: valid, code: slowPattern } : { kind: "safe", pattern: valid };
}

/**
 * Rewrites a pattern that is valid only without the flag `u`, which JSON Schema requires (2020-12 Core, section 6.4). The result is
 * `undefined` if that is impossible.
 */
function repaired(pattern: string): string | undefined {
  if (!isValidPattern(pattern, "")) return undefined;
  const written = withoutNeedlessEscapes(pattern);
  return written !== undefined && isValidPattern(written) ? written : undefined;
}

/**
 * Removes needless backslashes and escapes lone brackets. Without the flag `u`, any letter or punctuation mark may have a backslash, and a
 * lone bracket matches itself. The result is `undefined` if the pattern has an escape of another regular expression engine.
 */
function withoutNeedlessEscapes(pattern: string): string | undefined {
  let written = "";
  let inClass = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern.charAt(at);
    if (character === "\\") {
      const next = pattern.charAt(++at);
      // JavaScript would read an escape of another engine as a plain letter, which is not what the author means.
      if (/[AZzGQEhHRXKaepPlLuUx]/.test(next) && !isValidPattern(pattern.slice(at - 1, at + escapeLength(pattern, at)))) return undefined;
      written += isNeedless(next, inClass) ? next : `\\${next}`;
    } else if (inClass) {
      if (character === "]") inClass = false;
      written += character;
    } else if (character === "[") {
      inClass = true;
      written += character;
    } else {
      const isLone =
        character === "]" || character === "}"
          ? !closesQuantifier(pattern, at)
          : character === "{" && !/^\{\d+(?:,\d*)?\}/.test(pattern.slice(at));
      written += isLone ? `\\${character}` : character;
    }
  }
  return written;
}

function escapeLength(pattern: string, at: number): number {
  return /^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|u\{[^}]*\}|[pP]\{[^}]*\}|.)/su.exec(pattern.slice(at))?.[0].length ?? 1;
}

function isNeedless(escaped: string, inClass: boolean): boolean {
  if (escaped === "-") return !inClass;
  return !/[\^$\\.*+?()[\]{}|/\w]/.test(escaped) || escaped === "_" || /[i-jmoqyIJMNOTVYC]/.test(escaped);
}

function closesQuantifier(pattern: string, at: number): boolean {
  return pattern.charAt(at) === "}" && /\{\d+(?:,\d*)?$/.test(pattern.slice(Math.max(0, at - 24), at));
}

export function isValidPattern(pattern: string, flags: "u" | "" = "u"): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false; // JavaScript can check a pattern only by compiling it.
  }
}
