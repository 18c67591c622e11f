/**
 * Estimates the number of tokens of a text in OpenAI's encoding `o200k_base`. Other providers publish no tokenizer, so the estimate is
 * used for them too. No vocabulary is needed: the estimate for a whole tool list is within a few percent.
 *
 * The text is split as by the encoding (openai/tiktoken, `openai_public.py`). Most pieces are one token. The factors for longer pieces were
 * measured on the documentation pages and the tool lists in the repository of toolsetc.
 */
export function estimateTokens(text: string): number {
  const isAscii = /^[\0-\x7f]*$/.test(text);
  let tokens = 0;
  for (const [piece] of text.matchAll(isAscii ? asciiPieces : pieces)) tokens += isAscii ? tokensOfAscii(piece) : tokensOf(piece);
  return Math.round(tokens);
}

/** Matches one piece: a word with the space or sign before it, up to three digits, a sequence of signs, or white space. */
const pieces =
  /[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s+/gu;

function tokensOf(piece: string): number {
  const { length } = piece;
  if (length < 3 || /^(?:\s+|\p{N}+)$/u.test(piece)) return 1;
  if (!/\p{L}/u.test(piece)) return 1 + (length - 3) * 0.4;
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(piece)) return length * 0.65;
  if (/[^\p{sc=Latin}\p{sc=Common}]/u.test(piece)) return 1 + Math.max(0, length - 5) * 0.25;
  if (piece.startsWith(" ")) return 1 + Math.max(0, length - 8) * 0.07;
  if (/^\p{Lu}+$/u.test(piece)) return 1 + (length - 2) * 0.3;
  return /^\p{L}/u.test(piece) ? 1 + (length - 3) * 0.05 : 1 + (length - 3) * 0.09;
}

// Most texts are ASCII. The same patterns without classes of Unicode take half of the time, and most of what is left is their compilation.

const asciiPieces = /[^\r\na-zA-Z0-9]?[A-Z]*[a-z]+|[^\r\na-zA-Z0-9]?[A-Z]+|[0-9]{1,3}| ?[^\sa-zA-Z0-9]+[\r\n/]*|\s+/g;

function tokensOfAscii(piece: string): number {
  const { length } = piece;
  if (length < 3 || /^(?:\s+|[0-9]+)$/.test(piece)) return 1;
  if (!/[a-zA-Z]/.test(piece)) return 1 + (length - 3) * 0.4;
  if (piece.startsWith(" ")) return 1 + Math.max(0, length - 8) * 0.07;
  if (/^[A-Z]+$/.test(piece)) return 1 + (length - 2) * 0.3;
  return /^[a-zA-Z]/.test(piece) ? 1 + (length - 3) * 0.05 : 1 + (length - 3) * 0.09;
}
