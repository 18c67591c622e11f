/** Characters without a shape: controls, format characters and fillers. `uselessCharacters` skips those that have a use in a text. */
const invisible =
  /\u034f|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const mayBeInvisible = new RegExp(invisible.source, "u");
/** Matches the flags of England, Scotland and Wales, which consist of a black flag and tag characters (UTS 51 §C.1). */
const flag = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/gu;
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Matches overrides of direction. They show letters in another order than the order of the text, and have no honest use. */
const override = /[\u202d\u202e]/;

/** The maximum number of invisible characters that are returned, since a text may contain millions. */
const mostFound = 1000;

const nothing: readonly string[] = [];

/** The first invisible characters of a text that have no use there, in their order. Takes linear time. */
export function invisibleIn(text: string): readonly string[] {
  if (!mayBeInvisible.test(text)) return nothing;
  const found: string[] = [];
  for (const { character } of uselessCharacters(text)) {
    found.push(character);
    if (found.length === mostFound) break;
  }
  return found;
}

/** A text without its invisible characters. Characters that have a use, such as the joiners in emoji, are kept. */
export function withoutInvisible(text: string): string {
  const kept: string[] = [];
  let end = 0;
  for (const { character, index } of uselessCharacters(text)) {
    kept.push(text.slice(end, index));
    end = index + character.length;
  }
  return kept.join("") + text.slice(end);
}

/**
 * The invisible characters without a use. Characters that belong to a flag, join letters or emoji, or mark directions in a right-to-left
 * text are skipped.
 */
function* uselessCharacters(text: string): Iterable<{ readonly character: string; readonly index: number }> {
  // Sequences of black flags, as long as the original text, replace the flags with tag characters. So the tags are not found, and offsets
  // do not change.
  const plain = text.replace(flag, (found) => "\u{1f3f4}".repeat(found.length / 2));
  const isRightToLeft = rightToLeft.test(plain);
  for (const { 0: character, index } of plain.matchAll(invisible)) {
    if (/[\u200c\u200d]/.test(character) && isJoinable(plain.slice(Math.max(0, index - 2), index))) continue;
    if (isRightToLeft && isDirection(character) && !override.test(character)) continue;
    yield { character, index };
  }
}

/**
 * Whether a joiner may follow a text: after letters that are not Latin, as in Arabic and Indic scripts, and after emoji (Unicode Standard
 * §23.2).
 */
function isJoinable(before: string): boolean {
  return /(?:[\p{L}\p{M}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u.test(before) && !/\p{Script=Latin}$/u.test(before);
}

/** Whether a character sets the direction of text (UAX 9 §2). */
export function isDirection(character: string): boolean {
  return /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(character);
}

/** Whether a character is a tag character, which stands for an ASCII character but is invisible. */
export function isTag(character: string): boolean {
  return /[\u{e0000}-\u{e007f}]/u.test(character);
}

/** The characters with their counts, such as `U+200B (2), U+FEFF`. */
export function listOfCharacters(characters: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts].map(([character, count]) => codePoint(character) + (count > 1 ? ` (${count})` : "")).join(", ");
}

export function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
