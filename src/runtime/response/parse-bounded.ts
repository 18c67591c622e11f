import { ResponseLimitError } from "./read-bounded.ts";

/** What is nested deeper serves only to end the stack of whoever walks through it. */
const maxDepth = 1000;

/** Values in one JSON text. An answer of 8 MiB that people use has fewer; `[[],[],…]` has five million and takes 40 bytes for each of its own. */
const maxValues = 500_000;

/** Different names of members in one JSON text, besides those of its first values. Each costs the parser 200 bytes, as often as it is new. */
const maxNames = 50_000;

/** So few values can have as many names as they like. */
const fewValues = 20_000;

/** `JSON.parse` for texts of strangers. It throws `AnswerExcess` before a text can fill the memory or block the program, and `SyntaxError`. */
export function parseBounded(text: string): unknown {
  checkBounded(text);
  return JSON.parse(text);
}

/**
 * Throws `AnswerExcess` for a text that is nested too deep or holds too many values to be parsed. It also holds for an event of a stream
 * with its `data:`, since a string ends at the end of its line.
 */
export function checkBounded(text: string): void {
  if (text.length <= maxDepth) return;
  let depth = 0;
  let values = 0;
  let isInString = false;
  let start = 0;
  let name = "";
  const names = new Set<string>();
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) {
      if (isInString && values > fewValues) name = text.slice(start, index);
      isInString = !isInString;
      start = index + 1;
    } else if (character === lineFeed || character === carriageReturn) isInString = false;
    else if (isInString) index += character === backslash ? 1 : 0;
    else if (character === bracket || character === brace) {
      values++;
      if (++depth > maxDepth) throw new ResponseLimitError("invalid-answer", `is nested deeper than ${maxDepth} levels`, maxDepth);
    } else if (character === closingBracket || character === closingBrace) depth--;
    else if (character === comma) {
      if (++values > maxValues) throw new ResponseLimitError("response-too-large", `has more than ${maxValues} values`, maxValues);
    } else if (character === colon && values > fewValues && names.add(name).size > maxNames)
      throw new ResponseLimitError("response-too-large", `has more than ${maxNames} names of members`, maxNames);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const bracket = 0x5b;
const brace = 0x7b;
const closingBracket = 0x5d;
const closingBrace = 0x7d;
const comma = 0x2c;
const colon = 0x3a;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
