/** A sequence of consecutive words that are in both texts, or in only one of the texts. */
export interface WordRun {
  readonly in: "both" | "before" | "after";
  readonly text: string;
}

/**
 * The maximum product of the numbers of words in the two texts. Above this limit, the texts are not compared by words: one replaces the
 * other.
 */
const maxPairs = 1_000_000;

/** The difference of two texts by words, from their longest common subsequence. White space belongs to the word that it follows. */
export function wordDiff(before: string, after: string): WordRun[] {
  const [was, is] = [wordsOf(before), wordsOf(after)];
  if (was.length * is.length > maxPairs)
    return runs([
      { in: "before", text: before },
      { in: "after", text: after },
    ]);
  const width = is.length + 1;
  const lengths = new Uint32Array((was.length + 1) * width);
  for (let i = was.length - 1; i >= 0; i--)
    for (let j = is.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        was[i] === is[j]
          ? 1 + (lengths[(i + 1) * width + j + 1] ?? 0)
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const parts: WordRun[] = [];
  let [i, j] = [0, 0];
  while (i < was.length || j < is.length) {
    const [one, two] = [was[i], is[j]];
    if (one !== undefined && one === two) {
      parts.push({ in: "both", text: one });
      i++;
      j++;
    } else if (two === undefined || (one !== undefined && (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))) {
      parts.push({ in: "before", text: one ?? "" });
      i++;
    } else {
      parts.push({ in: "after", text: two });
      j++;
    }
  }
  return runs(parts);
}

function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|\s+/gu) ?? [];
}

/** Joins neighboring sequences that are in the same texts. */
function runs(parts: readonly WordRun[]): WordRun[] {
  const joined: WordRun[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.in === part.in) joined[joined.length - 1] = { in: part.in, text: last.text + part.text };
    else if (part.text !== "") joined.push(part);
  }
  return joined;
}

const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|[\ud800-\udfff]/gu;

/** Replaces the invisible characters of a text by their code points, such as `⟨U+200B⟩`, and each white-space character by a space. */
export function withHiddenNamed(text: string): string {
  return text
    .replace(/\s/gu, (space) => (space === "\u2028" || space === "\u2029" ? space : " "))
    .replace(hidden, (character) => {
      const code = character.codePointAt(0) ?? 0;
      return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
    });
}
