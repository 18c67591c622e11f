/**
 * Quotes a word for a shell, if the shell would otherwise change it. bash, zsh, fish and the POSIX shells read the same word. A quote and a
 * backslash are written outside the quotes: inside them, fish would let a backslash escape the quote that follows.
 */
export function shellWord(word: string): string {
  return /^[\w.,:/=@%+-]+$/.test(word) ? word : `'${word.replaceAll(/['\\]/g, String.raw`'\$&'`)}'`;
}
