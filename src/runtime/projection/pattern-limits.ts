import type { PatternLimits } from "./provider-limits.ts";

/** Why a provider does not support a pattern, as a clause; `undefined` if it does. */
export function unsupportedInPattern(pattern: string, { lookaround, isPlain, repetitions }: PatternLimits): string | undefined {
  for (const [token] of pattern.matchAll(tokens)) {
    if (!lookaround && /^\(\?<?[=!]/.test(token)) return "lookaround is not supported in patterns there";
    if (isPlain && !isPlainToken(token)) return `\`${token}\` is not supported in patterns there`;
    if (token.startsWith("{") && highestNumber(token) > repetitions)
      return `more than ${repetitions} repetitions are not supported in patterns there`;
  }
  return undefined;
}

/** The parts of a regular expression: classes, escapes, beginnings of groups, quantifiers, other characters. */
const tokens =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|.)|\(\?(?:<?[=!]|<[^>]*>|[^)]?)|\{\d+(?:,\d*)?\}\??|[*+?]\?|[\s\S]/gu;

/** The classes of characters, and escapes of characters that are no letters or digits, such as `\.`. */
const plainEscapes = /^\\(?:[dwsDWSnrt]|[^a-zA-Z0-9])$/;

/** Whether a part is an anchor, a class, a group, an alternative, a greedy quantifier, or a character. */
function isPlainToken(token: string): boolean {
  if (token.startsWith("[") && token.length > 1) return [...token.matchAll(/\\./gu)].every(([escape]) => plainEscapes.test(escape));
  if (token.startsWith("\\")) return plainEscapes.test(token);
  return token === "(?:" || !/^\(\?|[*+?}]\?$/.test(token);
}

function highestNumber(quantifier: string): number {
  return Math.max(...(quantifier.match(/\d+/g) ?? []).map(Number));
}
