import type { PatternLimits } from "./provider-limits.ts";

/** The reason why a provider does not support a pattern, as a clause; `undefined` if it does. */
export function unsupportedInPattern(pattern: string, { lookaround, isPlain, repetitions }: PatternLimits): string | undefined {
  for (const [token] of pattern.matchAll(tokens)) {
    if (!lookaround && /^\(\?<?[=!]/.test(token)) return "this form does not support lookaround in patterns";
    if (isPlain && !isPlainToken(token)) return `this form does not support \`${token}\` in patterns`;
    if (token.startsWith("{") && highestNumber(token) > repetitions)
      return `this form does not support more than ${repetitions} repetitions in patterns`;
  }
  return undefined;
}

/** The parts of a regular expression: classes, escapes, beginnings of groups, quantifiers, other characters. */
const tokens =
  /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|.)|\(\?(?:<?[=!]|<[^>]*>|[^)]?)|\{\d+(?:,\d*)?\}\??|[*+?]\?|[\s\S]/gu;

/** Character classes, and escapes of characters that are not letters or digits, such as `\.`. */
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
