import type { PatternLimits } from "./provider-limits.ts";

/** The reason why a provider does not support a pattern, as a clause; `undefined` if the provider supports it. */
export function unsupportedInPattern(pattern: string, { lookaround, isPlain, repetitions }: PatternLimits): string | undefined {
  for (const [token] of pattern.matchAll(tokens)) {
    if (!lookaround && /^\(\?<?[=!]/.test(token)) return "lookaround in patterns is not supported";
    if (isPlain && !isPlainToken(token)) return `\`${token}\` in patterns is not supported`;
    if (token.startsWith("{") && highestNumber(token) > repetitions)
      return `more than ${repetitions} repetitions in patterns are not supported`;
  }
  return undefined;
}

/** The parts of a regular expression: classes, escapes, beginnings of groups, quantifiers, other characters. */
const tokens =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|.)|\(\?(?:<?[=!]|<[^>]*>|[^)]?)|\{\d+(?:,\d*)?\}\??|[*+?]\?|[\s\S]/gu;

/**
 * Escapes of character classes, such as `\d`, of white space, such as `\n`, and of characters that are not letters or digits, such as `\.`.
 */
const plainEscapes = /^\\(?:[dwsDWSnrt]|[^a-zA-Z0-9])$/;

/**
 * Whether a part of a regular expression is an anchor, a character class, the beginning of a group, a `|`, a greedy quantifier, or a
 * character.
 */
function isPlainToken(token: string): boolean {
  if (token.startsWith("[") && token.length > 1) return [...token.matchAll(/\\./gu)].every(([escape]) => plainEscapes.test(escape));
  if (token.startsWith("\\")) return plainEscapes.test(token);
  return token === "(?:" || !/^\(\?|[*+?}]\?$/.test(token);
}

function highestNumber(quantifier: string): number {
  return Math.max(...(quantifier.match(/\d+/g) ?? []).map(Number));
}
