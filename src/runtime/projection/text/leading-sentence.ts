/** The minimum characters of a leading sentence. A shorter sentence, such as "Deprecated.", is returned with the next one. */
const minLength = 20;

/** The first sentence of a text: up to its full stop, or to a blank line. */
export function leadingSentence(text: string): string {
  const whole = text.trim();
  for (let at = 0; at < whole.length; at++) {
    const end = endOfSentence(whole, at);
    if (end > 0 && end >= minLength) return whole.slice(0, end).trim();
  }
  return whole;
}

/** The end of the sentence if the character at `at` ends a sentence, else 0. */
function endOfSentence(text: string, at: number): number {
  const mark = text.charAt(at);
  if (mark === "\n") return isBlankLine(text, at) ? at : 0;
  if ("。！？｡".includes(mark)) return afterClosing(text, at + 1);
  if (!".!?".includes(mark)) return 0;
  const end = afterClosing(text, at + 1);
  if (end < text.length && !/\s/.test(text.charAt(end))) return 0;
  const next = /\S/u.exec(text.slice(end, end + 3))?.[0] ?? "";
  return /\p{Ll}/u.test(next) || (mark === "." && isAbbreviation(text, at)) ? 0 : end;
}

/** The position after closing quotes and brackets, which belong to the sentence. */
function afterClosing(text: string, from: number): number {
  let end = from;
  while (end < text.length && "\"'”’)]」』）`".includes(text.charAt(end))) end++;
  return end;
}

function isBlankLine(text: string, at: number): boolean {
  let next = at + 1;
  while (text.charAt(next) === " " || text.charAt(next) === "\t" || text.charAt(next) === "\r") next++;
  return text.charAt(next) === "\n";
}

/** Whether a full stop belongs to the word before it: "e.g.", "J. Doe". */
function isAbbreviation(text: string, at: number): boolean {
  const word = /[^\s("'[]*$/.exec(text.slice(Math.max(0, at - 12), at))?.[0] ?? "";
  return abbreviations.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word);
}

const abbreviations: ReadonlySet<string> = new Set([
  "e.g",
  "i.e",
  "vs",
  "cf",
  "approx",
  "incl",
  "excl",
  "max",
  "min",
  "resp",
  "no",
  "fig",
  "sec",
  "dr",
  "mr",
  "mrs",
  "ms",
  "st",
  "u.s",
  "inc",
  "z.b",
  "p.ej",
  "p.ex",
  "bzw",
  "ca",
]);
