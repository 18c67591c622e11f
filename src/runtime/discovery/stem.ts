/**
 * Removes the endings of English plurals, of verbs (`-ed`, `-ing`) and of the nouns derived from them (`-ion`, `-ment`), after the first
 * steps of Porter's algorithm (https://tartarus.org/martin/PorterStemmer/). Stems are keys and need not be words.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return withoutEnding(withoutVerbEnding(singular(word)));
}

/** Guesses the singular of a noun from its ending. */
function singular(word: string): string {
  if (!word.endsWith("s")) return word;
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (/(?:x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  if (/[^suio]s$/.test(word) || /(?:eo|io)s$/.test(word)) return word.slice(0, -1);
  return word;
}

function withoutVerbEnding(word: string): string {
  if (word.length > 4 && word.endsWith("ied")) return `${word.slice(0, -3)}y`;
  const rest = word.endsWith("ing") ? word.slice(0, -3) : word.endsWith("ed") ? word.slice(0, -2) : undefined;
  if (rest === undefined || rest.length < 3 || !/[aeiouy]/.test(rest)) return word;
  // A doubled consonant is reduced: `running` becomes `run`. A doubled `l`, `s` or `z` remains, as in `calling`.
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1);
  return rest;
}

function withoutEnding(word: string): string {
  const base = word.endsWith("e") ? word.slice(0, -1) : word;
  const { length } = base;
  if (length > 8 && base.endsWith("ation")) return base.slice(0, -5);
  if (length > 5 && base.endsWith("at") && word.endsWith("e")) return base.slice(0, -2);
  if (length > 5 && (base.endsWith("sion") || base.endsWith("tion"))) return base.slice(0, -3);
  if (word.length > 5 && (word.endsWith("er") || word.endsWith("ee"))) return word.slice(0, -2);
  if (word.length > 6 && (word.endsWith("sor") || word.endsWith("tor"))) return word.slice(0, -2);
  if (length > 7 && base.endsWith("ment")) return base.slice(0, -4);
  return base;
}
