/** What is nested deeper serves only to end the stack of whoever walks through it. */
const maxDepth = 1000;

/** `JSON.parse`, but not for texts that are nested too deep; a byte of such a text costs it a hundred. */
export function parseJson(text: string): unknown {
  if (text.length > maxDepth && isTooDeep(text)) throw new SyntaxError("The text is nested too deep.");
  return JSON.parse(text);
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) isInString = !isInString;
    else if (isInString) index += character === backslash ? 1 : 0;
    else if (character === bracket || character === brace) {
      if (++depth > maxDepth) return true;
    } else if (character === closingBracket || character === closingBrace) depth--;
  }
  return false;
}

const quote = 0x22;
const backslash = 0x5c;
const bracket = 0x5b;
const brace = 0x7b;
const closingBracket = 0x5d;
const closingBrace = 0x7d;
