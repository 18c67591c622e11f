/**
 * The character of an HTML entity, such as `lt` or `#8217`. `undefined` for an unknown entity. Also `undefined` if the character and
 * `next`, the text after the entity, would form markup, so that `&lt;br&gt;` does not become a tag.
 */
export function decodeEntity(entity: string, next: string): string | undefined {
  const character = entity.startsWith("#") ? characterOf(entity) : characters.get(entity);
  if (character === "&" && /^#?\w+;/.test(next)) return undefined;
  if (character === "<" && /^(?:[/!]|[a-z][a-z1-6]*(?:[\s/>]|&gt;)|https?:|mailto:)/.test(next)) return undefined;
  return character;
}

function characterOf(entity: string): string | undefined {
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10);
  if (code === 0xa0) return " ";
  const isPrintable = code >= 32 && code <= 0x10ffff && !(code >= 127 && code < 0xa0) && !(code >= 0xd800 && code < 0xe000);
  return isPrintable ? String.fromCodePoint(code) : undefined;
}

/** The named entities that are common in descriptions. HTML has 2,231. */
const characters: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["ast", "*"],
  ["lbrace", "{"],
  ["rbrace", "}"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["laquo", "«"],
  ["raquo", "»"],
  ["ndash", "–"],
  ["mdash", "—"],
  ["hellip", "…"],
  ["bull", "•"],
  ["middot", "·"],
  ["minus", "−"],
  ["times", "×"],
  ["divide", "÷"],
  ["plusmn", "±"],
  ["le", "≤"],
  ["ge", "≥"],
  ["ne", "≠"],
  ["larr", "←"],
  ["rarr", "→"],
  ["deg", "°"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["euro", "€"],
  ["pound", "£"],
  ["yen", "¥"],
  ["cent", "¢"],
  ["sect", "§"],
  ["micro", "µ"],
]);
