import { counted } from "../../projection/text/counted.ts";
import { correctedText } from "../corrected-text.ts";
import { valuesText } from "../describe-schema.ts";
import type { Keywords } from "../evaluation.ts";
import { expressionOf } from "../expression.ts";

/** The maximum characters of a string that is matched against a pattern. A longer string is accepted: matching may need quadratic time. */
const maxPatternSubject = 10_000;

/** The keywords for strings, without formats. */
export const stringKeywords: Keywords<string> = {
  pattern: {
    check: hasPattern,
    text: (pattern: string, visit, nodes) => `must match the pattern ${valuesText([pattern])}.${correctedText(visit, nodes)}`,
  },
  minLength: { check: isLongEnough, text: (limit: number) => `must have at least ${counted(limit, "character")}.` },
  maxLength: { check: isShortEnough, text: (limit: number) => `must have at most ${counted(limit, "character")}.` },
};

function isLongEnough(text: string, length: number): boolean {
  return text.length >= length && characters(text) >= length;
}

function isShortEnough(text: string, length: number): boolean {
  return text.length <= length || characters(text) <= length;
}

/** The number of characters, of which some consist of two units of UTF-16. */
function characters(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function hasPattern(text: string, pattern: string): boolean {
  return text.length > maxPatternSubject || (expressionOf(pattern)?.test(text) ?? true);
}
