import { rule } from "../rule.ts";
import { invisibleIn, isDirection, isTag, listOfCharacters } from "./invisible-characters.ts";

/** From this number on, invisible characters are reported as hidden text: they can encode a text, and so many rarely occur by accident. */
const leastEncoded = 8;
/** How many characters of the hidden text a message shows. */
const mostShown = 60;

export const hiddenText = rule<{ subject: string; hidden: readonly string[] }>({
  code: "hidden-text",
  severity: "error",
  set: "recommended",
  summary: "characters that hide a text from readers, but not from models",
  price: 0,
  message: ({ subject, hidden }) => `Characters in ${subject} are hidden from readers: ${description(hidden)}.`,
  help: "A model reads characters that no editor shows, or reads them in another order. Reviewers cannot judge this text, and attackers use such characters to give models secret instructions (CVE-2021-42574 for source code). Remove the characters.",

  text({ subject, text, place }) {
    const hidden = hiddenIn(text);
    return hidden.length > 0 ? [{ params: { subject: subject(), hidden }, place: place() }] : [];
  },
});

/**
 * The characters of a text that hide something: tags and marks of direction, or at least `leastEncoded` other invisible characters that are
 * not all the same.
 */
export function hiddenIn(text: string): readonly string[] {
  const found = invisibleIn(text);
  if (found.length === 0) return found;
  const certain = found.filter((each) => isTag(each) || isDirection(each));
  if (certain.length > 0) return certain;
  return found.length >= leastEncoded && new Set(found).size > 1 ? found : [];
}

/** Describes hidden characters. Tag characters are decoded: the code point of each is that of an ASCII character plus U+E0000. */
function description(hidden: readonly string[]): string {
  const tags = hidden.filter(isTag).map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000));
  const decoded = tags.filter((character) => character >= " " && character <= "~").join("");
  if (decoded === "") return listOfCharacters(hidden);
  return `"${decoded.length > mostShown ? `${decoded.slice(0, mostShown)}…` : decoded}" in tag characters`;
}
