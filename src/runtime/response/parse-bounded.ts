import { overLimit, ResponseLimitError } from "./read-bounded.ts";

/** The maximum nesting of JSON. Deeper nesting could overflow the stack of a recursive function. */
const maxDepth = 1000;

/**
 * The maximum values in one JSON text. Real responses of 8 MiB have fewer. A hostile `[[],[],…]` has millions, and each takes 40 bytes of
 * memory.
 */
const maxValues = 500_000;

/**
 * The maximum distinct member names in one JSON text. The parser needs 200 bytes for each. Names among the first `fewValues` values are not
 * counted.
 */
const maxNames = 50_000;

/** The number of values up to which names are not counted, since counting names takes time. */
const fewValues = 20_000;

/**
 * `JSON.parse` for untrusted text. It throws `SyntaxError` for invalid JSON, and `ResponseLimitError` before a text can exhaust memory or
 * block the program.
 */
export function parseBounded(text: string): unknown {
  checkBounded(text);
  return JSON.parse(text);
}

/**
 * Throws `ResponseLimitError` for a text that is nested too deeply, or has too many values or names of members. The text may also be an
 * event of a stream with its `data:` prefixes, so a line break ends a string.
 */
export function checkBounded(text: string): void {
  if (isBounded(text)) return;
  let depth = 0;
  let values = 0;
  let isInString = false;
  let start = 0;
  let name = "";
  const names = new Set<string>();
  // Numbers in place of names: bundlers do not inline the constants of a module.
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === 0x22 /* " */) {
      if (isInString && values > fewValues) name = text.slice(start, index);
      isInString = !isInString;
      start = index + 1;
    } else if (character === 0x0a /* LF */ || character === 0x0d /* CR */) isInString = false;
    else if (isInString) index += character === 0x5c /* \ */ ? 1 : 0;
    else if (character === 0x5b /* [ */ || character === 0x7b /* { */) {
      values++;
      if (++depth > maxDepth) throw new ResponseLimitError("invalid-response", `is nested deeper than ${maxDepth} levels`, maxDepth);
    } else if (character === 0x5d /* ] */ || character === 0x7d /* } */) depth--;
    else if (character === 0x2c /* , */) {
      if (++values > maxValues) throw overLimit(maxValues, "values");
    } else if (character === 0x3a /* : */ && values > fewValues && names.add(name).size > maxNames)
      throw overLimit(maxNames, "names of members");
  }
}

/** Whether a text is too short for too many values and names, and has too few brackets to be nested too deeply. This is found quickly. */
function isBounded(text: string): boolean {
  if (text.length <= maxDepth) return true;
  if (text.length > maxNames) return false;
  let opened = 0;
  for (const bracket of "[{")
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) if (++opened > maxDepth) return false;
  return true;
}
