import type { Range } from "../source.ts";
import { yamlLibrary } from "./yaml-library.ts";

/** A comment with its `#`, and its range in the text. */
export interface YamlComment extends Range {
  readonly text: string;
}

/**
 * Tokens that the lexer of `yaml` inserts: before a document, after an unfinished flow collection and before a scalar. They have no
 * characters in the text.
 */
const marks = new Set(["\u0002", "\u0018", "\u001f"]);

/** The comments of a YAML text. A `#` inside a scalar does not start a comment. */
export function yamlComments(text: string): YamlComment[] {
  const { Lexer } = yamlLibrary();
  const comments: YamlComment[] = [];
  let start = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    const isMark: boolean = !isScalar && marks.has(token);
    if (!isMark && !isScalar && token.startsWith("#")) comments.push({ text: token, start, end: start + token.length });
    isScalar = isMark && token === "\u001f";
    if (!isMark) start += token.length;
  }
  return comments;
}
