import type { PatternLimits } from "./provider-limits.ts";

/** The reason why a provider does not support a pattern, as a clause; `undefined` if the provider supports it. */
export function unsupportedInPattern(pattern: string, limits: PatternLimits): string | undefined {
  const reason = <Limit extends keyof PatternLimits>(limit: Limit, token: string) => reasons[limit](token, limits[limit]);
  const names = Object.keys(reasons) as (keyof PatternLimits)[]; // The table has no other keys.
  for (const [token] of pattern.matchAll(tokens)) {
    for (const limit of names) {
      const found = reason(limit, token);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** The reason why a part of a pattern exceeds each limit, as a clause. If it exceeds several, the first is reported. */
const reasons: { readonly [Limit in keyof PatternLimits]: (token: string, limit: PatternLimits[Limit]) => string | undefined } = {
  lookaround: (token, isSupported) => (!isSupported && /^\(\?<?[=!]/.test(token) ? "lookaround in patterns is not supported" : undefined),
  isPlain: (token, isRequired) => (isRequired && !isPlainToken(token) ? `\`${token}\` in patterns is not supported` : undefined),
  repetitions: (token, most) =>
    token.startsWith("{") && highestNumber(token) > most ? `more than ${most} repetitions in patterns are not supported` : undefined,
};

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
